"""Standing orders of both roles: Fate's next turn, unconditional or after an outcome of the attack, and the querent's next attack."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from games.rules.contract import Decision, View
from games.rules.errors import Illegal
from games.rules.messages import Message, msg
from games.rules.order_book import FieldBook, Terms
from games.rules.orders import Offer
from games.rules.tempting_fate.orders import offering, saying, snapshot
from games.rules.tempting_fate.orders.saying import PLACES


class Book(FieldBook):
    """The orders of one seat in its role in the current game, or in both games where they run side by side (`FieldBook`)."""

    keys: ClassVar[Mapping[str, tuple[str, ...]]] = {
        offering.TURN: PLACES,
        offering.REACT: ("path", "card", "gets", *PLACES, offering.SINCE),
        offering.ATTACK: (*PLACES, "only", offering.SINCE),
    }

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        return tuple(offer for view in self.views for offer in offering.offers(view))

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The games as this seat sees them, the one of its next decision first."""
        beside = self.view.table.get("beside")
        return (self.view, replace(self.view, table=beside)) if beside else (self.view,)

    def view_for(self, opening: str) -> View:
        """The game of an order: a seat is Fate in one of two games and the querent in the other."""
        fate = opening != offering.ATTACK
        return next((view for view in self.views if (view.viewer == view.table["fate"]) == fate), self.view)

    def slot(self, terms: Terms) -> str:
        """The turn; for a reaction also the path and the outcome of the attack."""
        now = offering.turn_slot(self.view_for(terms.opening))
        if terms.opening != offering.REACT:
            return now
        narrow = f"{now}:{terms['path'][0]}:{terms['card'][0]}"
        return f"{narrow}:{'-'.join(sorted(terms['gets']))}" if terms["gets"] else narrow

    def holds(self, slot: str) -> bool:
        """An order is valid for one turn."""
        return any(f"{slot}:".startswith(f"{offering.turn_slot(view)}:") for view in self.views)

    def completed(self, terms: Terms) -> Terms:
        """Add the current state of the paths where the order depends on changes. Raises `Illegal` for an incomplete order."""
        if terms.opening == offering.REACT and not (len(terms["path"]) == 1 and len(terms["card"]) == 1):
            raise Illegal(msg("Say which path, and whether its card is removed or stays: path 2 card removed."), code="bad_word")
        if terms["gets"] and terms["card"] == (snapshot.REMOVED,):
            raise Illegal(msg("A card that is removed gets no tokens: leave “gets” out, or say card stays."), code="bad_word")
        if not terms.listed(PLACES):
            raise Illegal(msg("Name at least a first action."), code="bad_word")
        if terms.opening == offering.TURN or (terms.opening == offering.ATTACK and not terms["only"]):
            return terms
        return Terms(terms.opening, {**terms.values, offering.SINCE: snapshot.taken(self.view_for(terms.opening))})

    def says(self, terms: Terms) -> tuple[Message, ...]:
        return saying.says(terms)

    def reply(self, decision: Decision, terms: Terms) -> str | Message | None:
        """The next action of Fate's turn, or the first attack that can be made."""
        if decision.kind == "attack":
            return self._attack(decision, terms) if terms.opening == offering.ATTACK else None
        if decision.kind != "action" or terms.opening == offering.ATTACK:
            return None
        view = self.view_for(terms.opening)
        draft: list[str] = view.table["draft"]
        actions = terms.listed(PLACES)
        if terms.opening == offering.REACT and not snapshot.condition_met(view, terms):
            return None
        if actions[: len(draft)] != draft:
            return None  # the player has begun the turn with other actions
        if len(actions) == len(draft):
            return msg("Your order names no further action.")
        following = actions[len(draft)]
        return following if following in decision.tokens else msg("What you had ordered cannot be done now.")

    def _attack(self, decision: Decision, terms: Terms) -> str | Message:
        view, possible = self.view_for(terms.opening), [attack for attack in terms.listed(PLACES) if attack in decision.tokens]
        fitting = (attack for attack in possible if not terms["only"] or snapshot.unchanged(view, terms, attack))
        return next(fitting, msg("None of the attacks that you had ordered fits now."))


def orders(view: View) -> Book | None:
    """The book of a player of a game that has begun and is not over."""
    return Book(view) if view.playing and view.table["phase"] in ("fate", "attack") else None
