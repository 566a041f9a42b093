"""The answer of an order at a turn of the auction: the first line of G1 to G3 or E1 to E5 (section 7.2) that applies.

A turn may take several answers (tax, Favors, buy). Each is computed from the view alone, without stored state.
"""

from collections.abc import Sequence
from typing import Any

from games.rules.contract import Decision, View
from games.rules.council_of_kings.board import muted, tax_yield
from games.rules.council_of_kings.cards import CARDS, FAVOR, TAX_LIMIT
from games.rules.council_of_kings.kinds import FateCard
from games.rules.council_of_kings.orders.terms import Terms


def answer(view: View, decision: Decision, terms: Terms) -> str | None:
    """The answer; None where the order says to ask, or where its answer is not legal."""
    me, lot = view.table["players"][view.viewer], view.table["lot"]
    if terms.live:
        return None
    if decision.kind == "sacrifice":
        wanted: str | None = terms.choices
    elif not set(lot["playing"]) <= set(terms.favors):
        return None  # the player has begun a purchase with other Favors
    else:
        card = CARDS[lot["card"]]
        wanted = _good(card, lot, me, terms) if card.good else _evil(card, lot, me, terms, view.viewer or 0)
    return wanted if wanted in decision.tokens else None


def _good(card: FateCard, lot: dict[str, Any], me: dict[str, Any], terms: Terms) -> str:
    coins, favors = lot["coins"], listed(card, lot, me, terms.favors)
    if terms.at is not None and coins <= terms.at:  # G1
        price = max(0, coins + sum(FAVOR[favor].price for favor in (*lot["playing"], *favors)))
        taxes = taxes_for(price - me["coins"], me)
        if taxes is not None and taxes <= terms.max_tax:
            return "tax" if taxes else _buy(favors)
    if coins and not lot["playing"]:  # G2
        return "bid"
    return _buy([favor for favor in favors if not FAVOR[favor].price])  # G3


def _evil(card: FateCard, lot: dict[str, Any], me: dict[str, Any], terms: Terms, seat: int) -> str | None:
    favors = listed(card, lot, me, terms.favors)
    if lot["playing"] or (terms.at is not None and lot["coins"] >= terms.at):  # E1
        return _buy(favors)
    bargain = next((favor for favor in terms.bargain if favor in me["hand"]), None)
    if bargain and terms.first:  # E2
        return f"bargain>{bargain}"
    if terms.spend is None or lot["bids"][seat] < terms.spend:  # E3
        if me["coins"]:
            return "bid"
        if lot["taxes"][seat] < terms.max_tax and me["populace"] < TAX_LIMIT:
            return "tax"
    if bargain:  # E4
        return f"bargain>{bargain}"
    return None if terms.ask else _buy(favors)  # E5


def _buy(favors: Sequence[str]) -> str:
    return f"play>{favors[0]}" if favors else "buy"


def listed(card: FateCard, lot: dict[str, Any], me: dict[str, Any], favors: Sequence[str]) -> list[str]:
    """The listed Favors that can still be chosen for the purchase: in hand, fitting the card, not muted, not yet chosen."""
    if muted(me["cards"]):
        return []
    left, hand = list(lot["playing"]), list(me["hand"])
    found = []
    for favor in favors:
        if favor in left:
            left.remove(favor)
            hand.remove(favor)
        elif favor in hand and card.kind in FAVOR[favor].needs:
            hand.remove(favor)
            found.append(favor)
    return found


def taxes_for(missing: int, me: dict[str, Any]) -> int | None:
    """The fewest taxes that bring so many coins; None where R9 does not allow them, or a tax brings nothing."""
    if missing <= 0:
        return 0
    income = tax_yield(me["cards"])
    taxes = -(-missing // income) if income else TAX_LIMIT + 1
    return taxes if me["populace"] + taxes <= TAX_LIMIT else None
