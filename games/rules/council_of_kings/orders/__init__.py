"""Standing orders for auctions (section 7.2) and policies for the Action phase (section 7.3).

The slot of an order is the current auction (`auction:7`); or a side, kind or card until it is withdrawn (`good`, `evil`,
`evil:monster`, `evil:troll`); or the Action phase (`action`). An order is read and evaluated with its owner's view only (R37), and its
answer is an ordinary answer (R38).

The book is not a `FieldBook`, in which an order begins with an opening and a value counts once: here an order for the current auction has
no opening, the slot of a policy follows from its values, and a Favor may be listed as often as it is held.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.contract import Decision, View
from games.rules.council_of_kings import filing
from games.rules.council_of_kings.board import attacks
from games.rules.council_of_kings.caretaker import attack_routine
from games.rules.council_of_kings.orders import bidding, offering, proposing, saying, terms
from games.rules.messages import Message, msg
from games.rules.orders import Offer, Order


@dataclass(frozen=True, slots=True)
class Book:
    """The orders of the seat that has this view (`OrderBook`)."""

    view: View

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The forms: for the card up for auction, if there is one, for each side, for the Action phase."""
        return offering.offers(self.view, proposing.presets(self.view), proposing.routines(self.view))

    def read(self, text: str) -> Order:
        """The order that a text means. Raises `Unreadable` or `Illegal`."""
        return self._order(terms.read(self.view, text))

    def kept(self, text: str) -> Order:
        """A stored order; Favors that it lists may have been played since."""
        return self._order(terms.known(self.view, text))

    def _order(self, found: terms.Terms) -> Order:
        return Order(found.slot, found.text, saying.says(self.view, found))

    def holds(self, slot: str) -> bool:
        """An order for one auction is valid until the auction ends; all others until withdrawn."""
        return not slot.startswith(terms.AUCTION) or slot == terms.auction_slot(self.view)

    def answer(self, decision: Decision, orders: Mapping[str, str]) -> str | None:
        """The answer of the narrowest order that applies, or None."""
        if decision.kind == "action":
            return _next_action(self.view, decision, orders.get(terms.ACTION, ""))
        text = self._order_for_lot(orders)
        if decision.kind == filing.FILING:
            return filing.BY_TURN if text else None
        return bidding.answer(self.view, decision, terms.parse(text, self.view.table["printing"])) if text else None

    def _order_for_lot(self, orders: Mapping[str, str]) -> str:
        """The narrowest order for the card up for auction: for this auction, the card, its kind, or its side; "" for none."""
        side, subjects = terms.side_up(self.view), terms.subjects_up(self.view)
        slots = (terms.auction_slot(self.view), *(f"{side}:{subject}" for subject in subjects), side)
        return next((orders[slot] for slot in slots if orders.get(slot)), "")

    def asks(self, decision: Decision, orders: Mapping[str, str]) -> Message | None:
        """The reason why the owner is asked in an auction although an order applies."""
        applies = decision.kind not in ("action", filing.FILING) and bool(self._order_for_lot(orders))
        return msg("Your order leaves this turn to you.") if applies and self.answer(decision, orders) is None else None


def orders(view: View) -> Book | None:
    """The book of a player of a game that has begun and is not over."""
    return Book(view) if view.playing and view.table["players"] else None


def _next_action(view: View, decision: Decision, text: str) -> str | None:
    """The next action by the policy for the Action phase, or None where the player is asked. It does not depend on the hand."""
    policy = terms.parse(text, view.table["printing"]) if text else None
    kingdom = view.table["players"][view.viewer]["cards"]
    if policy is None or policy.routine == "ask":
        return None
    if policy.routine == "ask_if_attack":
        return None if next(attacks(kingdom), None) is not None else "done"
    if policy.routine == "done":
        return "done"
    first = view.viewer not in view.table["attacked"]
    wanted = attack_routine(kingdom, first=first, reserve=policy.reserve) or "done"
    return wanted if wanted in decision.tokens else None
