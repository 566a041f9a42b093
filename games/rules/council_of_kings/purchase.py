"""BUY: the resolution of a purchase in the order of section 5.3 (R14, R17, R22, R24, R28)."""

from collections.abc import Sequence

from games.rules.contract import Seat
from games.rules.council_of_kings.board import Council, Held, Lot, muted, of_kind, price
from games.rules.council_of_kings.cards import CARDS, FAVOR
from games.rules.council_of_kings.kinds import BARGAIN, HERO, MONSTER
from games.rules.council_of_kings.verbs import EffectContext, check, discard_favor


async def buy(t: Council, seat: Seat) -> None:
    """The seat at turn buys the card up for auction with the Favors chosen for the purchase."""
    lot = t.the_lot
    card = CARDS[lot["card"]]
    lot["buyer"] = seat
    favors, cost = lot["playing"], price(t)
    await _play_before_buy(t, seat, favors)
    _pay(t, seat, cost)
    bought = _enter(t, seat, favors)
    t.auctioneer = t.left_of(seat)
    if bought is not None:
        if card.on_buy:
            await card.on_buy(EffectContext(t, seat, card.id))
        await check(t, seat, bought)
    await _run_owner_buys(t, seat, card.id)
    await _resolve_bargains(t, lot)
    t.lot = None
    t.phase = "upkeep"


async def _play_before_buy(t: Council, seat: Seat, favors: list[str]) -> None:
    """Play the chosen Favors in the given order; each goes to the discard pile face up."""
    for favor in favors:
        discard_favor(t, seat, favor)
        t.log("favor", reveals=True, seat=seat, favor=favor)
        effect = FAVOR[favor].do
        if effect:
            await effect(EffectContext(t, seat, favor))


def _pay(t: Council, seat: Seat, cost: int) -> None:
    """Good: the price and the coins on the card go to the bank. Evil: the coins on the card go to the buyer."""
    lot = t.the_lot
    if t.lot_card.good:
        t.coins[seat] -= cost
        t.bank += cost + lot["coins"]
        t.log("bought", seat=seat, card=lot["card"], paid=cost, coins=t.coins[seat])
    else:
        t.coins[seat] += lot["coins"]
        t.log("bought", seat=seat, card=lot["card"], taken=lot["coins"], coins=t.coins[seat])
    lot["coins"] = 0


def _enter(t: Council, seat: Seat, favors: list[str]) -> Held | None:
    """Place the card in the Kingdom with its counters. Returns None for a voided card.

    R24: a voided card goes to the discard pile. It counts as bought for the marker, other cards and bargains, but its own `buy`
    trigger does not run.
    """
    card = t.lot_card
    if any(FAVOR[favor].voids for favor in favors):
        t.fate_discard.append(card.id)
        t.log("voided", seat=seat, card=card.id)
        return None
    order, chaos = entering(t, seat, favors)
    held: Held = {"id": card.id, "order": order, "chaos": chaos, "bought": t.auction}
    t.kingdoms[seat].append(held)
    t.log("entered", seat=seat, card=card.id, order=order, chaos=chaos)
    return held


def entering(t: Council, seat: Seat, favors: Sequence[str]) -> tuple[int, int]:
    """The Order and the Chaos with which the card up for auction enters the Kingdom of the seat; 0 if one of the Favors voids it."""
    card, extra = t.lot_card, sum(FAVOR[favor].entry for favor in favors)
    if any(FAVOR[favor].voids for favor in favors):
        return 0, 0
    if card.enters_with_monsters:
        extra += len(of_kind(t.kingdoms[seat], MONSTER))
    order = max(0, card.order + extra) if card.kind == HERO else 0
    return order, max(0, card.chaos + extra) if card.kind == MONSTER else 0


async def _run_owner_buys(t: Council, seat: Seat, bought: str) -> None:
    """Run the `owner_buys` triggers of the buyer's other cards, oldest first."""
    kind = CARDS[bought].kind
    for held in list(t.kingdoms[seat]):
        card = CARDS[held["id"]]
        if card.on_owner_buys and card.id != bought and kind in card.owner_buys:
            await card.on_owner_buys(EffectContext(t, seat, card.id))


async def _resolve_bargains(t: Council, lot: Lot) -> None:
    """Reveal all placed Favors, run their bargain effects in placing order, then discard them (R14, R15)."""
    if not lot["placed"]:
        return
    for placed in lot["placed"]:
        placed["open"] = True
    t.log("uncovered", reveals=True, placed=lot["placed"])
    for placed in lot["placed"]:
        favor = FAVOR[placed["favor"]]
        if favor.when == BARGAIN and favor.do and not muted(t.kingdoms[placed["seat"]]):
            await favor.do(EffectContext(t, placed["seat"], favor.id))
    t.favor_discard += [placed["favor"] for placed in lot["placed"]]
