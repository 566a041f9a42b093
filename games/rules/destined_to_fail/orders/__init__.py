"""Standing orders: a plan for the round, and one for a single trick, which speaks first.

A plan is read from and judged by its owner's own view. What it cannot do asks the owner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from games.rules.contract import Decision, View
from games.rules.destined_to_fail.orders import answering, offering, saying
from games.rules.messages import Message
from games.rules.order_book import Advise, FieldBook, Terms
from games.rules.orders import Offer


class Book(FieldBook):
    """The plans of one seat."""

    keys: ClassVar[Mapping[str, tuple[str, ...]]] = {
        offering.PLAN: offering.KEYS,
        offering.TRICK: (offering.OF, *offering.KEYS),
        offering.NEXT: offering.KEYS,
    }

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """The plan for the round, then that for the trick to come."""
        return offering.offers(self.view, self.advise)

    def completed(self, terms: Terms) -> Terms:
        """A plan for the trick after the one in which the seat is still to play names that trick."""
        if terms.opening != offering.NEXT:
            return terms
        return Terms(offering.TRICK, {offering.OF: (str(self.view.table["trick"] + 1),), **terms.values})

    def slot(self, terms: Terms) -> str:
        """The round, and the trick where it is for one."""
        return offering.slot(self.view, terms.opening, terms.number(offering.OF))

    def holds(self, slot: str) -> bool:
        """A plan ends with its round, or its trick; one for the trick after this one waits for it."""
        return slot in self._now or (offering.chooses(self.view) and slot == offering.slot(self.view, offering.NEXT))

    def first(self, orders: Mapping[str, str]) -> Sequence[str]:
        """What is for a later trick does not speak yet."""
        return [slot for slot in super().first(orders) if slot in self._now]

    @cached_property
    def _now(self) -> tuple[str, str]:
        return offering.slot(self.view, offering.PLAN), offering.slot(self.view, offering.TRICK)

    def says(self, terms: Terms) -> tuple[Message, ...]:
        return saying.says(self.view, terms)

    def reply(self, decision: Decision, terms: Terms) -> str | Message | None:
        return answering.reply(self.view, decision, terms)


def orders(view: View, advise: Advise) -> Book | None:
    """The book of a player who holds cards in a game that is not over."""
    playing = view.viewer is not None and view.result is None and view.table.get("hands", {}).get(str(view.viewer))
    return Book(view, advise) if playing and view.table["trump"] else None
