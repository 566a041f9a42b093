"""What each viewer knows about hidden cards: cards that were given, returned, looked at or put on the Nest.

It is never shown. Redeals use it to leave cards where their viewer knows them to be. `FateForetoldTable.sure` holds, for each card, the
viewers who know its exact place; `somewhere` holds, for each viewer and card, the places (hands and the Nest) one of which holds the card.
Viewers and places are sets of bits: seat 0 is 1, seat 1 is 2, and so on; the bit after the last seat is the spectators, or the Nest. When
a card moves unseen, each card that may have moved gets the new place as a further possible place. Cards on fields need no memory: what is
stored about them is replaced when they leave the field.
"""

from collections.abc import Iterable, Mapping, Sequence

from games.rules.contract import Seat
from games.rules.fate_foretold.board import FateForetoldTable

Viewers = int
"""A set of viewers as bits."""
Places = int
"""A set of places as bits."""


def begin(t: FateForetoldTable) -> None:
    """Start the memory after the deal: the viewers know nothing beyond their own hands, which are not stored here."""
    t.sure, t.somewhere = {}, [{} for _viewer in range(t.seats + 1)]


def everybody(t: FateForetoldTable) -> Viewers:
    return (2 << t.seats) - 1


def nest(t: FateForetoldTable) -> Places:
    return 1 << t.seats


def know_place(t: FateForetoldTable, cards: Iterable[str], viewers: Viewers) -> None:
    """Note that these viewers know the exact place of each card."""
    if t.sure is None:
        return
    for card in cards:
        t.sure[card] = t.sure.get(card, 0) | viewers
        for viewer in _each_viewer(viewers):
            t.somewhere[viewer].pop(card, None)


def know_among(t: FateForetoldTable, cards: Iterable[str], viewers: Viewers, places: Places) -> None:
    """Note that these viewers know no more about each card than that it is in one of the places."""
    if t.sure is None:
        return
    for card in cards:
        t.sure[card] = t.sure.get(card, 0) & ~viewers
        for viewer in _each_viewer(viewers):
            t.somewhere[viewer][card] = places


def added_to_hand(t: FateForetoldTable, seat: Seat, card: str, viewers: Viewers) -> None:
    """A card that these viewers see was added at the end of a hand, the top of a stack. Only its owner knows the order of a hand."""
    exact = viewers if t.aligned[seat] else viewers & 1 << seat
    know_place(t, [card], exact)
    know_among(t, [card], viewers & ~exact, 1 << seat)


def seen_in_hand(t: FateForetoldTable, seat: Seat, cards: Iterable[str], viewers: Viewers) -> None:
    """These viewers see cards of a hand, but not at which place in it."""
    for card in cards:
        know_among(t, [card], viewers & ~(t.sure or {}).get(card, 0), 1 << seat)


def order_lost(t: FateForetoldTable, seat: Seat, viewers: Viewers | None = None) -> None:
    """A card left a hand from a place that these viewers (default: all) did not see: they lose the exact places of the others there."""
    _lose_place(t, t.hands[seat], everybody(t) if viewers is None else viewers, 1 << seat)


def moved_unseen(t: FateForetoldTable, cards: Sequence[str], source: Places, goal: Places, viewers: Viewers) -> None:
    """One of these cards, all of one source, moved to `goal`; these viewers did not see which."""
    if t.sure is None:
        return
    _lose_place(t, cards, viewers, source | goal)
    for viewer in _each_viewer(viewers):
        _widen(t.somewhere[viewer], source, goal)


def between_hands(t: FateForetoldTable, giver: Seat, taker: Seat, card: str, viewers: Viewers) -> None:
    """A card that these viewers see moved from one hand to another."""
    moved_unseen(t, [*t.hands[giver], card], 1 << giver, 1 << taker, everybody(t) & ~viewers)
    order_lost(t, giver, viewers & ~(1 << giver))
    added_to_hand(t, taker, card, viewers)


def drawn(t: FateForetoldTable, seat: Seat, cards: Sequence[str], *, looking: bool) -> None:
    """Cards were drawn from the top of the Nest to the end of a hand; `looking`: the owner sees them."""
    if t.sure is None:
        return
    own = 1 << seat
    for viewer, row in enumerate(t.somewhere):
        if row and not (looking and viewer == seat):
            _widen(row, nest(t), own)
    for card in cards:
        if (known := t.sure.get(card, 0)) and not t.aligned[seat]:
            know_among(t, [card], known & ~own, own)
    if looking:
        know_place(t, cards, own)


def hands_passed(t: FateForetoldTable, takers: Mapping[Seat, Seat], seeing: Viewers) -> None:
    """Whole hands are about to move at the same time, from each giver to its taker (`takers`); `seeing` see the hands they hold and get."""
    for viewer, row in enumerate(t.somewhere):
        for card, places in row.items():
            row[card] = _moved(places, takers)
        for giver, taker in takers.items():
            if viewer == giver and seeing >> giver & 1:
                know_among(t, t.hands[giver], 1 << giver, 1 << taker)
    for giver, taker in takers.items():
        _lose_place(t, t.hands[giver], everybody(t), 1 << taker)
    for giver, taker in takers.items():
        know_place(t, t.hands[giver], seeing & 1 << taker)


def cards_passed(t: FateForetoldTable, passed: Mapping[Seat, tuple[Seat, Sequence[str]]]) -> None:
    """Cards are about to move from givers to takers at the same time; giver and taker see them unless their own hand is hidden."""
    if t.sure is None:
        return
    seeing = sum(1 << seat for seat in t.all_seats if not t.hidden(seat))
    before = [dict(row) for row in t.somewhere]
    for giver, (taker, cards) in passed.items():
        others = everybody(t) & ~(seeing & (1 << giver | 1 << taker))
        _lose_place(t, [*t.hands[giver], *cards], others, 1 << giver | 1 << taker)
        for viewer in _each_viewer(others):
            for card, places in before[viewer].items():
                if places >> giver & 1:
                    t.somewhere[viewer][card] |= 1 << taker
    for giver, (taker, cards) in passed.items():
        order_lost(t, giver, seeing & 1 << taker)
        for card in cards:
            added_to_hand(t, taker, card, seeing & (1 << giver | 1 << taker))


def hand_became_stack(t: FateForetoldTable, seat: Seat) -> None:
    """A hand became a stack: its owner knows the cards but not their order, unless the hand was face down."""
    if not t.dark:
        know_place(t, t.hands[seat], 1 << seat)
    order_lost(t, seat)


def stack_became_hand(t: FateForetoldTable, seat: Seat) -> None:
    """A stack became a hand again: from now on the other viewers do not see from which place a card leaves it."""
    order_lost(t, seat, everybody(t) & ~(1 << seat))


def nest_shuffled(t: FateForetoldTable, added: Iterable[str]) -> None:
    """The Nest is shuffled together with cards (`added`) that everybody knows."""
    know_among(t, added, everybody(t), nest(t))
    _lose_place(t, t.nest, everybody(t), nest(t))


def conceded(t: FateForetoldTable, seat: Seat) -> None:
    """A hand and a field are about to go into the Nest, which is shuffled."""
    for row in t.somewhere:
        for card, places in row.items():
            if places & 1 << seat:
                row[card] = places & ~(1 << seat) | nest(t)
    _lose_place(t, t.hands[seat], everybody(t), nest(t))
    nest_shuffled(t, t.fields[seat])


def hands_laid_face_down(t: FateForetoldTable) -> None:
    """All hands are laid face down (R41): their owners know the cards and their order."""
    for seat in t.all_seats:
        if not t.aligned[seat]:
            know_place(t, t.hands[seat], 1 << seat)


def nest_reordered(t: FateForetoldTable, seat: Seat, cards: Sequence[str]) -> None:
    """A seat put the top cards of the Nest back in an order that only this seat knows."""
    if len(cards) > 1:
        _lose_place(t, cards, everybody(t) & ~(1 << seat), nest(t))
    know_place(t, cards, 1 << seat)


def _lose_place(t: FateForetoldTable, cards: Iterable[str], viewers: Viewers, places: Places) -> None:
    """The viewers of these who knew the exact place of a card know no more than these places from now on."""
    for card in cards:
        if known := (t.sure or {}).get(card, 0) & viewers:
            know_among(t, [card], known, places)


def _widen(row: dict[str, Places], source: Places, goal: Places) -> None:
    """Add `goal` to the possible places of all cards that may be in `source`."""
    for card, places in row.items():
        if places & source:
            row[card] = places | goal


def _moved(places: Places, takers: Mapping[Seat, Seat]) -> Places:
    """The places after whole hands have moved from givers to takers."""
    moved = places
    for giver in takers:
        moved &= ~(1 << giver)
    for giver, taker in takers.items():
        if places >> giver & 1:
            moved |= 1 << taker
    return moved


def _each_viewer(viewers: Viewers) -> list[int]:
    return [viewer for viewer in range(viewers.bit_length()) if viewers >> viewer & 1]
