"""Standing orders of both roles: Fate's whole turn, whatever happens or by what becomes of a path, and the querent's next attack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from games.rules.contract import Decision, View
from games.rules.errors import Illegal
from games.rules.messages import Message, msg
from games.rules.order_book import Advise, FieldBook, Terms
from games.rules.orders import Offer
from games.rules.tempting_fate.orders import offering, saying, snapshot


class Book(FieldBook):
    """The orders of one seat in the role that it has in this game of the match, or in both where they run side by side."""

    keys: ClassVar[Mapping[str, tuple[str, ...]]] = {
        offering.TURN: offering.PLACES,
        offering.REACT: ("path", "card", "gets", *offering.PLACES, offering.SINCE),
        offering.ATTACK: (*offering.PLACES, "only", offering.SINCE),
    }

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        return tuple(offer for view in self.views for offer in offering.offers(view, self.advise))

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The games as this seat sees them, that of the next question first."""
        beside = self.view.table.get("beside")
        return (self.view, replace(self.view, table=beside)) if beside else (self.view,)

    def of(self, opening: str) -> View:
        """The game that an order is for: each seat is Fate in one of two and the querent in the other."""
        fate = opening != offering.ATTACK
        return next((view for view in self.views if (view.viewer == view.table["fate"]) == fate), self.view)

    def slot(self, terms: Terms) -> str:
        """The turn, and the path and what becomes of it where it is for that alone."""
        now = offering.turn_slot(self.of(terms.opening))
        if terms.opening != offering.REACT:
            return now
        narrow = f"{now}:{terms['path'][0]}:{terms['card'][0]}"
        return f"{narrow}:{'-'.join(sorted(terms['gets']))}" if terms["gets"] else narrow

    def holds(self, slot: str) -> bool:
        """For one turn."""
        return any(f"{slot}:".startswith(f"{offering.turn_slot(view)}:") for view in self.views)

    def completed(self, terms: Terms) -> Terms:
        """With the paths as they lie now, where it depends on what changes."""
        actions = [value for place in offering.PLACES for value in terms[place]]
        if terms.opening == offering.REACT and not (len(terms["path"]) == 1 and len(terms["card"]) == 1):
            raise Illegal(msg("Say which path, and whether its card is removed or stays: path 2 card removed."), code="bad_word")
        if terms["gets"] and terms["card"] == (snapshot.REMOVED,):
            raise Illegal(msg("A card that is removed gets no tokens: leave “gets” out, or say card stays."), code="bad_word")
        if not actions:
            raise Illegal(msg("Name at least a first action."), code="bad_word")
        if terms.opening == offering.TURN or (terms.opening == offering.ATTACK and not terms["only"]):
            return terms
        return Terms(terms.opening, {**terms.values, offering.SINCE: snapshot.of(self.of(terms.opening))})

    def says(self, terms: Terms) -> tuple[Message, ...]:
        return saying.says(terms)

    def reply(self, decision: Decision, terms: Terms) -> str | Message | None:
        """The next action of Fate's turn, or the first attack that can be made."""
        if decision.kind == "attack":
            return self._attack(decision, terms) if terms.opening == offering.ATTACK else None
        if decision.kind != "action" or terms.opening == offering.ATTACK:
            return None
        view = self.of(terms.opening)
        draft: list[str] = view.table["draft"]
        actions = [value for place in offering.PLACES for value in terms[place]]
        if terms.opening == offering.REACT and not snapshot.came_true(view, terms):
            return None
        if actions[: len(draft)] != draft:
            return None  # a turn begun otherwise is not the order's
        if len(actions) == len(draft):
            return msg("Your order names no further action.")
        following = actions[len(draft)]
        return following if following in decision.tokens else msg("What you had ordered cannot be done now.")

    def _attack(self, decision: Decision, terms: Terms) -> str | Message:
        view = self.of(terms.opening)
        wanted = [value for place in offering.PLACES for value in terms[place]]
        able = [attack for attack in wanted if attack in decision.tokens and (not terms["only"] or snapshot.unchanged(view, terms, attack))]
        return able[0] if able else msg("None of the attacks that you had ordered fits now.")


def orders(view: View, advise: Advise) -> Book | None:
    """The book of a player of a game that has begun and is not over."""
    playing = view.viewer is not None and view.result is None and view.table["phase"] in ("fate", "attack")
    return Book(view, advise) if playing else None
