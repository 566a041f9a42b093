"""Hand-made positions of Tempting Fate, in a short notation.

A path is written from Fate outwards: `"waves circle? star!4"` is a waves card from the hand, a circle placed unseen from the deck, and
outermost a face-up star with four tokens. Fate is seat 0, the querent seat 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from games.rules.session import Session
from games.rules.tempting_fate import GAME
from games.rules.tempting_fate.board import Duel, PathCard
from games.rules.tempting_fate.tarot import TAROT
from games.rules.tempting_fate.zener import DECK

FATE, QUERENT = 0, 1
_CARD = re.compile(r"([a-z]+)(\??)(!?)([0-9]*)")


def read_card(text: str) -> PathCard:
    """`star!4` → a face-up star from the hand with four tokens."""
    match = _CARD.fullmatch(text)
    assert match is not None, text
    return {"face": match[1], "up": bool(match[3]), "source": "deck" if match[2] else "hand", "tokens": int(match[4] or 0)}


def written(path: Sequence[PathCard]) -> str:
    """A path in the notation above."""
    return " ".join(_written(card) for card in path)


def _written(card: PathCard) -> str:
    source, up, tokens = "?" * (card["source"] == "deck"), "!" * card["up"], str(card["tokens"] or "")
    return f"{card['face']}{source}{up}{tokens}"


def duel(
    *paths: str,
    phase: str = "fate",
    fate_hand: str = "circle cross waves square star",
    querent_hand: str = "coins-01 cups-02 swords-03 wands-04 major-05",
    zener_discard: str = "",
    tarot_discard: str = "",
    zener_deck: str | None = None,
    tarot_deck: str | None = None,
    turn: int = 2,
    **options: Any,
) -> Duel:
    """A table. Decks that are not given hold all other cards; decks that are given may leave cards out of the game."""
    table = GAME.new(2, GAME.settle_options(2, {"mode": "single", "first_fate": "first", **options}))
    table.phase, table.fate, table.round = phase, FATE, turn
    table.paths = [[read_card(card) for card in path.split()] for path in (*paths, *[""] * (5 - len(paths)))]
    table.fate_hand, table.querent_hand = fate_hand.split(), querent_hand.split()
    table.zener_discard, table.tarot_discard = zener_discard.split(), tarot_discard.split()
    seen = [card["face"] for path in table.paths for card in path]
    table.zener_deck = _rest(DECK, zener_deck, [*seen, *table.fate_hand, *table.zener_discard])
    table.tarot_deck = _rest(TAROT, tarot_deck, [*table.querent_hand, *table.tarot_discard])
    return table


def _rest(whole: Any, given: str | None, used: Sequence[str]) -> list[str]:
    if given is not None:
        return given.split()
    rest = list(whole)
    for card in used:
        rest.remove(card)
    return rest


def at(*paths: str, **more: Any) -> Session[Duel]:
    """A session at such a table."""
    return Session(GAME, duel(*paths, **more))


def attacked(path: str, card: str, **more: Any) -> Session[Duel]:
    """Attack that path with that hand card; path 2 keeps the game from ending."""
    session = at(path, "square square", phase="attack", querent_hand=f"{card} coins-06 cups-06", **more)
    session.answer(QUERENT, f"{card}>1")
    return session


def paths(session: Session[Duel]) -> list[str]:
    """All five paths in the notation above."""
    return [written(path) for path in session.table.paths]


def play(session: Session[Duel], *moves: str) -> list[dict[str, Any]]:
    """Answer for the seat that is asked; returns the public parts of the events."""
    told = []
    for move in moves:
        for entry in session.answer(session.waiting_for[0], move):
            told += [event.seen_by(None) for event in entry.events]
    return told


def started(**options: Any) -> Session[Duel]:
    """A game with unshuffled decks: circles on top, and the Fool and the first trumps."""
    session = GAME.begin(2, {"mode": "single", "first_fate": "first", **options})
    session.settle(lambda _number, _label, _n, k: list(range(k)))
    return session
