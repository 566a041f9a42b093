"""Trades: of two cards on fields, of whole hands, and of one card each around the table. The Tower prevents its controller's part (R32)."""

from collections.abc import Sequence
from itertools import pairwise

from games.rules.ask import shuffled
from games.rules.contract import Seat
from games.rules.fate_foretold import memory
from games.rules.fate_foretold.board import FateForetoldTable, locked
from games.rules.fate_foretold.converging import settle
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.verbs.drawing import at_random


async def trade_on_fields(x: Deed, mine: str | None, theirs: str | None) -> None:
    """Exchange two cards on fields; when one side can't trade, nothing happens (TOW-1, TOW-3)."""
    t = x.t
    if mine is None or theirs is None:
        return
    here, there = t.field_of(mine), t.field_of(theirs)
    if here is None or there is None:
        return
    if locked(t, here) or locked(t, there):
        t.log("prevented", what="trade", card="tower")
        return
    own, other = t.fields[here], t.fields[there]
    i, j = own.index(mine), other.index(theirs)
    own[i], other[j] = theirs, mine
    t.log("traded", seat=here, to=there, cards=[mine, theirs])
    await settle(t)


async def trade_two_hands(x: Deed, one: Seat | None, other: Seat | None) -> None:
    """Exchange the hands of two players; when one can't trade, nothing happens (TOW-3)."""
    t = x.t
    if one is None or other is None or not t.alive[one] or not t.alive[other]:
        return
    if locked(t, one) or locked(t, other):
        t.log("prevented", what="trade", card="tower")
        return
    await _pass_hands(t, [one, other])


async def trade_hands_around(x: Deed, direction: str) -> None:
    """Pass all hands to the next player; players who can't trade are skipped (TOW-2)."""
    around = _traders(x)
    await _pass_hands(x.t, around if direction == "left" else around[::-1])


async def pass_random_cards(x: Deed) -> None:
    """Every player passes a random card to the left: all cards are chosen before they move; players who can't trade are skipped (TOW-2)."""
    t, around = x.t, _traders(x)
    if len(around) < 2:
        return
    passed = {seat: await at_random(t.hands[seat]) for seat in around}
    for giver, taker in _ring(around):
        for card in passed[giver]:
            may_look = [seat for seat in (giver, taker) if not t.hidden(seat)]
            t.hands[giver].remove(card)
            t.log("given", {seat: {"card": card} for seat in may_look}, reveals=True, seat=giver, to=taker)
    memory.cards_passed(t, {giver: (taker, passed[giver]) for giver, taker in _ring(around)})
    for giver, taker in _ring(around):
        t.hands[taker] += passed[giver]


def _traders(x: Deed) -> list[Seat]:
    """The players who can trade, clockwise from you; the others are logged."""
    stopped = [seat for seat in x.everybody if locked(x.t, seat)]
    for seat in stopped:
        x.t.log("prevented", what="trade", card="tower", seat=seat)
    return [seat for seat in x.everybody if seat not in stopped]


def _ring(around: Sequence[Seat]) -> list[tuple[Seat, Seat]]:
    """Pairs of giver and taker around a ring of players."""
    return list(pairwise([*around, around[0]]))


async def _pass_hands(t: FateForetoldTable, around: Sequence[Seat]) -> None:
    """Pass each hand to the next player of the ring. A hand that a player in Convergence gets is shuffled face down (R43)."""
    if len(around) < 2:
        return
    hands = {taker: t.hands[giver] for giver, taker in _ring(around)}
    for giver, taker in _ring(around):
        looks = {taker: {"cards": hands[taker]}} if hands[taker] and not t.hidden(taker) else None
        t.log("hand_passed", looks, reveals=True, seat=giver, to=taker, n=len(hands[taker]))
    memory.hands_passed(t, dict(_ring(around)), sum(1 << seat for seat in around if not t.hidden(seat)))
    for taker, hand in hands.items():
        t.hands[taker] = await shuffled("stack", hand) if t.aligned[taker] else hand
