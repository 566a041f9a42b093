"""Standing orders: a plan for the round, and a plan for a single trick, which has priority.

A plan is read and evaluated with its owner's view only. Where it gives no legal answer, the owner is asked.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from games.rules.contract import Decision, View
from games.rules.destined_to_fail.orders import answering, offering, saying
from games.rules.messages import Message
from games.rules.order_book import FieldBook, Terms
from games.rules.orders import Offer


class Book(FieldBook):
    """The plans of one seat (`FieldBook`)."""

    keys: ClassVar[Mapping[str, tuple[str, ...]]] = {
        offering.PLAN: offering.KEYS,
        offering.TRICK: (offering.OF, *offering.KEYS),
        offering.NEXT: offering.KEYS,
    }

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """The forms for the next tricks and for the rest of the round."""
        return offering.offers(self.view)

    def completed(self, terms: Terms) -> Terms:
        """A plan for the trick after the next one is stored as one for a trick, with its number."""
        if terms.opening != offering.NEXT:
            return terms
        return Terms(offering.TRICK, {offering.OF: (str(self.view.table["trick"] + 1),), **terms.values})

    def slot(self, terms: Terms) -> str:
        """The round, and the trick if the plan is for one."""
        return offering.slot(self.view, terms.opening, terms.number(offering.OF))

    def holds(self, slot: str) -> bool:
        """A plan is valid until its round or its trick ends; one for the trick after the next one is kept for it."""
        return slot in self._now or (offering.in_joint_choice(self.view) and slot == offering.slot(self.view, offering.NEXT))

    def first(self, orders: Mapping[str, str]) -> Sequence[str]:
        """Plans in order of priority, without those for a later trick."""
        return [slot for slot in super().first(orders) if slot in self._now]

    @cached_property
    def _now(self) -> tuple[str, str]:
        return offering.slot(self.view, offering.PLAN), offering.slot(self.view, offering.TRICK)

    def says(self, terms: Terms) -> tuple[Message, ...]:
        return saying.says(self.view, terms)

    def reply(self, decision: Decision, terms: Terms) -> str | Message | None:
        return answering.reply(self.view, decision, terms)


def orders(view: View) -> Book | None:
    """The book of a seat that holds cards while the game runs, else None."""
    holds_cards = view.table.get("hands", {}).get(str(view.viewer))
    return Book(view) if view.playing and holds_cards and view.table["trump"] else None
