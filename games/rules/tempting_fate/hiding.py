"""Redeals of what a viewer cannot know: hands of others, both decks, and face-down cards."""

from collections.abc import Collection
from typing import Any

from games.rules.contract import Rng, Seat
from games.rules.tempting_fate.board import HAND_SOURCE, Duel, Finished

Place = tuple[Any, Any]
"""Where a hidden card is: a list and an index, or a path card and "face"."""


def hide(t: Duel, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
    """Redeal in place all that the viewer cannot know. Fate's hand cards in `keep` stay: they have been played since.

    With games side by side, unfinished turns of others are dropped: the viewer does not know that they have begun.
    """
    for board in t.running:
        own = viewer == board.fate
        if t.together and not own:
            board.draft.clear()
        _deal(_zener(board, viewer, keep if own or not t.together else ()), rng)
        _deal(_tarot(board, viewer), rng)
    for game in t.finished:
        _hide_finished(game, viewer, rng)


def _zener(t: Duel, viewer: Seat | None, keep: Collection[str]) -> list[Place]:
    own = viewer == t.fate
    places: list[Place] = [(t.zener_deck, at) for at in range(len(t.zener_deck))]
    if own and t.returned == HAND_SOURCE:
        places = places[:-1]
    if not own:
        places += [(t.fate_hand, at) for at, face in enumerate(t.fate_hand) if face not in keep]
    cards = ((card, [number, at]) for number, path in enumerate(t.paths) for at, card in enumerate(path))
    places += [(card, "face") for card, at in cards if not card["up"] and not (own and (card["source"] == HAND_SOURCE or at == t.laid))]
    return places


def _tarot(t: Duel, viewer: Seat | None) -> list[Place]:
    places: list[Place] = [(t.tarot_deck, at) for at in range(len(t.tarot_deck))]
    if viewer != t.querent:
        places += [(t.querent_hand, at) for at in range(len(t.querent_hand))]
    return places


def _hide_finished(game: Finished, viewer: Seat | None, rng: Rng) -> None:
    zener = [game["zener_top"]] if viewer == game["fate"] else [game["zener_top"], game["fate_hand"]]
    tarot = [game["tarot_deck"]] if viewer == 1 - game["fate"] else [game["tarot_deck"], game["querent_hand"]]
    for piles in (zener, tarot):
        _deal([(pile, at) for pile in piles for at in range(len(pile))], rng)


def _deal(places: list[Place], rng: Rng) -> None:
    cards = sorted(held[at] for held, at in places)
    rng.shuffle(cards)
    for (held, at), card in zip(places, cards, strict=True):
        held[at] = card
