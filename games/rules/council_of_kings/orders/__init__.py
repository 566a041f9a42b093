"""Standing orders (section 7.2 of the design) and policies for the Action phase (7.3).

An order speaks of the card up for auction (`auction:7`), of every Good or Evil card, of a kind or of one card, until
it is withdrawn (`good`, `evil`, `evil:monster`, `evil:troll`), or of the
Action phase (`action`). It is read from and judged by its owner's own view (R37), and what it answers is an ordinary answer (R38).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.contract import Decision, View
from games.rules.council_of_kings import filing
from games.rules.council_of_kings.orders import acting, bidding, offering, proposing, saying, terms
from games.rules.messages import Message, msg
from games.rules.order_book import Advise
from games.rules.orders import Offer, Order


@dataclass(frozen=True, slots=True)
class Book:
    """The orders of whoever has this view."""

    view: View
    advise: Advise

    @property
    def offers(self) -> tuple[Offer, ...]:
        """An order for the card up for auction, if one is, then those that last."""
        return offering.offers(self.view, proposing.presets(self.view, self.advise), proposing.routines(self.view, self.advise))

    def read(self, text: str) -> Order:
        """The order that a text means. Raises `Unreadable` or `Illegal`."""
        return self._order(terms.read(self.view, text))

    def kept(self, text: str) -> Order:
        """A stored order; Favors that it lists may have been played since."""
        return self._order(terms.known(self.view, text))

    def _order(self, found: terms.Terms) -> Order:
        return Order(found.slot, found.text, saying.says(self.view, found))

    def holds(self, slot: str) -> bool:
        """An order for one auction ends with it."""
        return not slot.startswith(terms.AUCTION) or slot == terms.auction_slot(self.view)

    def answer(self, decision: Decision, orders: Mapping[str, str]) -> str | None:
        """What the orders say to a question; the narrower one counts."""
        if decision.kind == "action":
            return acting.answer(self.view, decision, orders.get(terms.ACTION, ""))
        text = self._for_this(orders)
        if decision.kind == filing.FILING:
            return filing.BY_TURN if text else None
        return bidding.answer(self.view, decision, terms.parse(text, self.view.table["printing"])) if text else None

    def _for_this(self, orders: Mapping[str, str]) -> str:
        """The narrowest order that speaks of the card up: for this auction, for that card, for its kind, for its side."""
        side, subjects = terms.side_up(self.view), terms.subjects_up(self.view)
        slots = (terms.auction_slot(self.view), *(f"{side}:{subject}" for subject in subjects), side)
        return next((orders[slot] for slot in slots if orders.get(slot)), "")

    def asks(self, decision: Decision, orders: Mapping[str, str]) -> Message | None:
        """An auction whose order asks, or does not fit the question."""
        spoken = decision.kind not in ("action", filing.FILING) and bool(self._for_this(orders))
        return msg("Your order leaves this turn to you.") if spoken and self.answer(decision, orders) is None else None


def orders(view: View, advise: Advise) -> Book | None:
    """The book of a player of a game that has begun and is not over."""
    playing = view.viewer is not None and view.result is None and bool(view.table["players"])
    return Book(view, advise) if playing else None
