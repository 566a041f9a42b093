"""Redealing what a viewer cannot know: the hidden hands, the deck of Fates, the order of the Citizens."""

from __future__ import annotations

from collections.abc import Collection

from games.rules.contract import Rng, Seat
from games.rules.turn_of_fate.board import Jacynth, rival
from games.rules.turn_of_fate.cards import BEARERS
from games.rules.turn_of_fate.drawing import can_draw
from games.rules.turn_of_fate.plays import legal_plays

TRIES = 50


def hide(t: Jacynth, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
    """Redeal in place. What everybody knows stays true: nobody holds a card of the rival suit, and whoever is asked now was
    neither stuck nor, where that is automatic, forced to pass. When no such deal is found the cards stay as they were."""
    if t.phase != "turn":
        return
    if viewer is not None:
        keep = {*keep, *t.seen[viewer]}  # who has set a card aside can tell where it lies ever since
    _shuffle(t.citizen_deck, rng, keep)
    hidden = [seat for seat in t.all_seats if seat != viewer]
    before = [list(t.hands[seat]) for seat in t.all_seats], list(t.fate_deck)
    for _try in range(TRIES):
        if _deal(t, hidden, rng, keep) and _asked(t):
            return
        t.hands, t.fate_deck = [list(hand) for hand in before[0]], list(before[1])


def _shuffle(deck: list[str], rng: Rng, keep: Collection[str]) -> None:
    places = [place for place, card in enumerate(deck) if card not in keep]
    cards = sorted(deck[place] for place in places)
    rng.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        deck[place] = card


def _deal(t: Jacynth, hidden: list[Seat], rng: Rng, keep: Collection[str]) -> bool:
    """Fill the free places of the hidden hands from a shuffled pool, then the deck; False when somebody runs short."""
    free = [(t.hands[seat], place, seat) for seat in hidden for place, card in enumerate(t.hands[seat]) if card not in keep]
    rest = [place for place, card in enumerate(t.fate_deck) if card not in keep]
    pool = sorted([hand[place] for hand, place, _seat in free] + [t.fate_deck[place] for place in rest])
    rng.shuffle(pool)
    for hand, place, seat in free:
        unfit = BEARERS[t.temples[rival(seat)]]
        card = next((card for card in pool if card not in unfit), None)
        if card is None:
            return False
        pool.remove(card)
        hand[place] = card
    for place, card in zip(rest, pool, strict=True):
        t.fate_deck[place] = card
    return True


def _asked(t: Jacynth) -> bool:
    """The active seat would be asked in this position too."""
    if legal_plays(t, t.active):
        return True
    return not t.options["auto_pass"] and (bool(t.citizen_deck) or can_draw(t, t.active))
