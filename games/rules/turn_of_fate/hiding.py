"""Redeals of what a viewer cannot know: hidden hands, the deck of Fates, the order of the Citizens."""

from collections.abc import Collection

from games.rules.contract import Rng, Seat
from games.rules.table import deal
from games.rules.turn_of_fate.board import TurnOfFateTable, rival
from games.rules.turn_of_fate.cards import BEARERS
from games.rules.turn_of_fate.drawing import can_draw
from games.rules.turn_of_fate.plays import legal_plays

TRIES = 50


def hide(t: TurnOfFateTable, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
    """Redeal in place, except cards named in `keep`.

    A redeal agrees with what everybody knows: no hand holds a card of its rival suit, and the active seat is asked, so it is neither
    stuck nor (with `auto_pass`) forced to pass. When no such redeal is found in `TRIES` tries, hands and deck of Fates stay as they were.
    """
    if t.phase != "turn":
        return
    if viewer is not None:
        keep = {*keep, *t.seen[viewer]}  # the viewer knows the place of every card that it has set aside
    deal([(t.citizen_deck, place) for place, card in enumerate(t.citizen_deck) if card not in keep], rng)
    hidden = [seat for seat in t.all_seats if seat != viewer]
    before = [list(t.hands[seat]) for seat in t.all_seats], list(t.fate_deck)
    for _try in range(TRIES):
        if _deal(t, hidden, rng, keep) and _active_seat_is_asked(t):
            return
        t.hands, t.fate_deck = [list(hand) for hand in before[0]], list(before[1])


def _deal(t: TurnOfFateTable, hidden: list[Seat], rng: Rng, keep: Collection[str]) -> bool:
    """Fill the free places of the hidden hands from a shuffled pool, then those of the deck; False when a hand cannot be filled."""
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


def _active_seat_is_asked(t: TurnOfFateTable) -> bool:
    if legal_plays(t, t.active):
        return True
    return not t.options["auto_pass"] and (bool(t.citizen_deck) or can_draw(t, t.active))
