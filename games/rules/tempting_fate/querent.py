"""The querent's turn: one attack on the outermost card of a path (section 4.2 of the rulebook)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.ask import Question, ask, pick
from games.rules.tempting_fate import words
from games.rules.tempting_fate.board import HAND_SOURCE, PATHS, Duel, draw_up, tarot_points, zener_points
from games.rules.tempting_fate.ending import end_game
from games.rules.tempting_fate.refusals import barred_for_querent
from games.rules.tempting_fate.tarot import FOOL, POINTS, TAROT
from games.rules.tempting_fate.zener import IMMUNE, VALUE

DECK = "deck"
TOKENS: Mapping[str, tuple[str, ...]] = {card: tuple(f"{card}>{path + 1}" for path in range(PATHS)) for card in (*TAROT, DECK)}
"""Every attack there is, by card (or the deck) and by path from 0: `cups-05>2`, `deck>2`."""
READ: Mapping[str, tuple[str, int]] = {token: (card, path) for card, tokens in TOKENS.items() for path, token in enumerate(tokens)}


def legal_attacks(hand: Sequence[str], deck: int, lengths: Sequence[int]) -> list[str]:
    """Hand cards by code, then the unseen top card of the deck, each on every path that is not empty (R1)."""
    targets = [path for path in range(PATHS) if lengths[path]]
    cards = [*sorted(hand), DECK] if deck else sorted(hand)
    return [TOKENS[card][path] for card in cards for path in targets]


async def attack(t: Duel) -> None:
    """Ask for source and target, which are fixed before anything is turned; then see what came of it."""
    question = attack_question(t)
    carry_out(t, await ask(question, auto=True), forced=question.forced)


def attack_question(t: Duel) -> Question:
    """Which card on which path."""
    paths, limit, deck = t.paths, t.limit, len(t.tarot_deck)
    lengths = [len(path) for path in paths]
    return pick(
        t.querent,
        "attack",
        legal_attacks(t.querent_hand, deck, lengths),
        prompt=words.of_game(t, words.ATTACK_PROMPT),
        say=lambda token: words.attack_option(paths, limit, token),
        rule="R2",
        barred=lambda: barred_for_querent(lengths, deck),
    )


def carry_out(t: Duel, token: str, *, forced: bool = False) -> None:
    """The attack and what comes of it."""
    source, path = READ[token]
    strike(t, source, path, forced=forced)
    _after(t, path)


def strike(t: Duel, source: str, path: int, *, forced: bool = False) -> None:
    """One attack: the tarot card becomes public and is spent; its target is removed unseen, extinguished, or gets tokens."""
    if source == DECK:
        code = t.tarot_deck.pop(0)
    else:
        code = source
        t.querent_hand.remove(code)
    t.tarot_discard.append(code)
    blind = source == DECK
    if code == FOOL and not t.paths[path][-1]["up"]:
        _take_unseen(t, path, blind=blind, forced=forced)
    else:
        _turn_and_hit(t, code, path, blind=blind, forced=forced)


def _take_unseen(t: Duel, path: int, *, blind: bool, forced: bool) -> None:
    """The Fool sends a face-down card to the bottom of Fate's deck, immunity or not (R10), and nobody is shown it (R13)."""
    card = t.paths[path].pop()
    t.zener_deck.append(card["face"])
    t.returned = card["source"]
    known = {t.fate: {"face": card["face"]}} if card["source"] == HAND_SOURCE else None
    t.log("fool", known, reveals=True, who=t.querent, path=path + 1, blind=blind, forced=forced, source=card["source"])


def _turn_and_hit(t: Duel, code: str, path: int, *, blind: bool, forced: bool) -> None:
    """The target is turned up and stays so (R6). Immunity saves it at any total (R7), yet the tokens are laid on it (R8)."""
    card = t.paths[path][-1]
    face, turned = card["face"], not card["up"]
    card["up"] = True
    total = card["tokens"] + POINTS[code]
    immune = code in IMMUNE[face]
    extinguished = not immune and total >= VALUE[face]
    if extinguished:
        t.paths[path].pop()
        t.zener_discard.append(face)
        if t.laid == [path, len(t.paths[path])]:
            t.laid = []
    else:
        card["tokens"] = total
    t.log(
        "attack",
        reveals=True,
        who=t.querent,
        card=code,
        blind=blind,
        forced=forced,
        path=path + 1,
        face=face,
        turned=turned,
        immune=immune,
        extinguished=extinguished,
        tokens=total,
    )


def _after(t: Duel, path: int) -> None:
    """The ends that an attack can bring, in their order (R22); else the querent draws and Fate is next."""
    if not t.paths[path]:
        end_game(t, t.querent, "path_extinguished")
        return
    drawn = draw_up(t.tarot_deck, t.querent_hand)
    if drawn:
        t.log("drawn", {t.querent: {"cards": sorted(drawn)}}, reveals=True, who=t.querent, count=len(drawn), left=len(t.tarot_deck))
    if not t.querent_hand:
        end_game(t, t.fate, "querent_exhausted")
    elif _clock_is_out(t):
        more = tarot_points(t.tarot_discard) > zener_points(t.zener_discard)
        end_game(t, t.querent if more else t.fate, "short_game")
    else:
        t.phase = "fate"


def _clock_is_out(t: Duel) -> bool:
    """More discards lie in both piles together than the short game allows (R21)."""
    most: int | None = t.options["short_game"]
    return most is not None and len(t.zener_discard) + len(t.tarot_discard) > most
