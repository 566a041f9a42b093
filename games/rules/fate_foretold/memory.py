"""What each seat, and who only watches, must know of the cards that lie hidden: given, returned, looked at, put on the Nest.

Nobody is shown it. A redeal needs it, to leave cards where its viewer knows them to be. `sure` holds, for each card, who knows the very
place where it lies; `somewhere`, for each viewer, between which hands (and the Nest) a card must be. Viewers and places are bits: seat 0
is 1, seat 1 is 2, and so on; the bit after the last seat is who only watches, or the Nest. A card that moves unseen widens what the
others know of all cards that it may have been. What lies on a field needs no memory; what is noted of it is noted anew when it leaves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.rules.contract import Seat
from games.rules.fate_foretold.board import Fates

Viewers = int
Places = int


def begin(t: Fates) -> None:
    """Nothing is known but the own hand."""
    t.sure, t.somewhere = {}, [{} for _viewer in range(t.seats + 1)]


def everybody(t: Fates) -> Viewers:
    """All seats and who only watches."""
    return (2 << t.seats) - 1


def nest(t: Fates) -> Places:
    """The bit of the Nest."""
    return 1 << t.seats


def place(t: Fates, cards: Iterable[str], viewers: Viewers) -> None:
    """These viewers know the very place of each card."""
    if t.sure is None:
        return
    for card in cards:
        t.sure[card] = t.sure.get(card, 0) | viewers
        for viewer in _each(viewers):
            t.somewhere[viewer].pop(card, None)


def among(t: Fates, cards: Iterable[str], viewers: Viewers, places: Places) -> None:
    """These viewers know each card to be in one of the places, and no more."""
    if t.sure is None:
        return
    for card in cards:
        t.sure[card] = t.sure.get(card, 0) & ~viewers
        for viewer in _each(viewers):
            t.somewhere[viewer][card] = places


def to_hand(t: Fates, seat: Seat, card: str, viewers: Viewers) -> None:
    """A card that these viewers see comes to the end of a hand: the top of a stack. In a hand only its owner knows the order."""
    exact = viewers if t.aligned[seat] else viewers & 1 << seat
    place(t, [card], exact)
    among(t, [card], viewers & ~exact, 1 << seat)


def in_hand(t: Fates, seat: Seat, cards: Iterable[str], viewers: Viewers) -> None:
    """These viewers see cards of a hand, but not where in it they lie."""
    for card in cards if t.sure is not None else ():
        among(t, [card], viewers & ~(t.sure or {}).get(card, 0), 1 << seat)


def mixed(t: Fates, seat: Seat, viewers: Viewers | None = None) -> None:
    """A card left a hand from a place that these viewers do not know: of no other card there the place is known."""
    _blur(t, t.hands[seat], everybody(t) if viewers is None else viewers, 1 << seat)


def unseen(t: Fates, cards: Sequence[str], source: Places, goal: Places, viewers: Viewers) -> None:
    """One of these cards, all from one source, moved; these viewers do not see which."""
    if t.sure is None:
        return
    _blur(t, cards, viewers, source | goal)
    for viewer in _each(viewers):
        _widen(t.somewhere[viewer], source, goal)


def between_hands(t: Fates, giver: Seat, taker: Seat, card: str, viewers: Viewers) -> None:
    """A card came from one hand to another before these viewers."""
    if t.sure is None:
        return
    unseen(t, [*t.hands[giver], card], 1 << giver, 1 << taker, everybody(t) & ~viewers)
    mixed(t, giver, viewers & ~(1 << giver))
    to_hand(t, taker, card, viewers)


def drawn(t: Fates, seat: Seat, cards: Sequence[str], *, looking: bool) -> None:
    """Cards came from the top of the Nest to the end of a hand."""
    if t.sure is None:
        return
    own = 1 << seat
    for viewer, row in enumerate(t.somewhere):
        if row and not (looking and viewer == seat):
            _widen(row, nest(t), own)
    for card in cards:
        if (known := t.sure.get(card, 0)) and not t.aligned[seat]:
            among(t, [card], known & ~own, own)
    if looking:
        place(t, cards, own)


def hands_passed(t: Fates, takers: Mapping[Seat, Seat], seeing: Viewers) -> None:
    """Whole hands are about to move, each from its giver to its taker, at the same time. `seeing` look at what they hold and get."""
    if t.sure is None:
        return
    for viewer, row in enumerate(t.somewhere):
        for card, places in row.items():
            row[card] = _moved(places, takers)
        for giver, taker in takers.items():
            if viewer == giver and seeing >> giver & 1:
                among(t, t.hands[giver], 1 << giver, 1 << taker)
    for giver, taker in takers.items():
        _blur(t, t.hands[giver], everybody(t), 1 << taker)
    for giver, taker in takers.items():
        place(t, t.hands[giver], seeing & 1 << taker)


def cards_passed(t: Fates, passed: Mapping[Seat, tuple[Seat, Sequence[str]]]) -> None:
    """Each giver's cards are about to come into the taker's hand, all at once; the two see them unless their own hand lies face down."""
    if t.sure is None:
        return
    seeing = sum(1 << seat for seat in t.all_seats if not t.hidden(seat))
    before = [dict(row) for row in t.somewhere]
    for giver, (taker, cards) in passed.items():
        others = everybody(t) & ~(seeing & (1 << giver | 1 << taker))
        _blur(t, [*t.hands[giver], *cards], others, 1 << giver | 1 << taker)
        for viewer in _each(others):
            for card, places in before[viewer].items():
                if places >> giver & 1:
                    t.somewhere[viewer][card] |= 1 << taker
    for giver, (taker, cards) in passed.items():
        mixed(t, giver, seeing & 1 << taker)
        for card in cards:
            to_hand(t, taker, card, seeing & (1 << giver | 1 << taker))


def shuffled_stack(t: Fates, seat: Seat) -> None:
    """A hand becomes a stack: its owner knows the cards, unless they lay face down."""
    if t.sure is not None:
        if not t.dark:
            place(t, t.hands[seat], 1 << seat)
        mixed(t, seat)


def taken_up(t: Fates, seat: Seat) -> None:
    """A stack becomes a hand again: from now on the others do not see from which place a card leaves it."""
    mixed(t, seat, everybody(t) & ~(1 << seat))


def shuffled_nest(t: Fates, added: Iterable[str]) -> None:
    """The Nest is shuffled together with cards that everybody knows."""
    among(t, added, everybody(t), nest(t))
    _blur(t, t.nest, everybody(t), nest(t))


def conceded(t: Fates, seat: Seat) -> None:
    """A hand and a field are about to go into the Nest, which is shuffled."""
    if t.sure is None:
        return
    for row in t.somewhere:
        for card, places in row.items():
            if places & 1 << seat:
                row[card] = places & ~(1 << seat) | nest(t)
    _blur(t, t.hands[seat], everybody(t), nest(t))
    shuffled_nest(t, t.fields[seat])


def darkened(t: Fates) -> None:
    """All hands are laid face down in their order, which their owners know."""
    for seat in t.all_seats if t.sure is not None else ():
        if not t.aligned[seat]:
            place(t, t.hands[seat], 1 << seat)


def reordered(t: Fates, seat: Seat, cards: Sequence[str]) -> None:
    """A seat put the top cards of the Nest into an order that only it knows."""
    if len(cards) > 1:
        _blur(t, cards, everybody(t) & ~(1 << seat), nest(t))
    place(t, cards, 1 << seat)


def _blur(t: Fates, cards: Iterable[str], viewers: Viewers, places: Places) -> None:
    """Whose exact knowledge of these cards ends: they know no more than the places now."""
    for card in cards if t.sure is not None else ():
        if known := (t.sure or {}).get(card, 0) & viewers:
            among(t, [card], known, places)


def _widen(row: dict[str, Places], source: Places, goal: Places) -> None:
    for card, places in row.items():
        if places & source:
            row[card] = places | goal


def _moved(places: Places, takers: Mapping[Seat, Seat]) -> Places:
    moved = places
    for giver in takers:
        moved &= ~(1 << giver)
    for giver, taker in takers.items():
        if places >> giver & 1:
            moved |= 1 << taker
    return moved


def _each(viewers: Viewers) -> list[int]:
    return [viewer for viewer in range(viewers.bit_length()) if viewers >> viewer & 1]
