"""The base class of a game: adds what callers use (begin, resume, redeal) to what an author writes.

An author writes a `Table`, the coroutine `step`, and what people see: `look`, `scene`, `tell` (`games.rules.author`). CONTRIBUTING.md
explains how to write a first game.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from games.rules import notation
from games.rules.author import Rules
from games.rules.contract import CHANCE, Barred, Decision, Entry, Position, Rng, Seat, View
from games.rules.errors import BadOption, CannotUpgrade, RulesError
from games.rules.messages import Message, msg
from games.rules.scene import Card, Role, Scene, Zone, single
from games.rules.session import Session
from games.rules.table import Table, copy_json

TableT = TypeVar("TableT", bound=Table)

REDEAL_TRIES = 40


class Game(Rules[TableT]):
    """The rules of one game. One instance serves all tables and keeps no state."""

    def settle_options(self, seats: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """Table settings, checked and completed with the defaults. Raises `BadOption` naming the setting that is wrong."""
        if seats not in self.seats:
            least, most = self.seats[0], self.seats[-1]
            raise BadOption(msg("{title} is played by {least} to {most}.", title=self.title, least=least, most=most))
        unknown = sorted(set(given) - {option.key for option in self.options})
        if unknown:
            raise BadOption(msg("{title} has no setting “{name}”.", title=self.title, name=unknown[0]))
        settled = {option.key: given.get(option.key, option.usual(seats)) for option in self.options}
        for option in self.options:
            if (problem := option.problem(settled[option.key])) is not None:
                raise BadOption(problem)
        return settled

    def known_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The settings of another version that this version has and allows."""
        return {
            option.key: given[option.key] for option in self.options if option.key in given and option.problem(given[option.key]) is None
        }

    def begin(self, seats: int, options: Mapping[str, Any] | None = None, *, track: bool = True) -> Session[TableT]:
        """The session of a new game, waiting for its first draw or answer. Raises `BadOption`."""
        return Session(self, self.new(seats, self.settle_options(seats, options or {})), track=track)

    def resume(self, position: Position) -> Session[TableT]:
        """The session of a stored game. Raises RulesError when the position does not fit these rules."""
        return Session.resume(self, position)

    def take_over(self, at: Position, from_version: int) -> Session[TableT]:
        """The session of a game of an older version under this version, with the answers given since the quiet point.

        Sealed answers that are not final are dropped: this version may ask otherwise. Raises `CannotUpgrade`.
        """
        table = self.upgrade(copy_json(dict(at.table)), from_version)
        try:
            return self.resume(Position(table, at.since, {}, at.draws))
        except (RulesError, ValueError) as error:
            why = msg("What was answered in this turn does not fit the new rules; it can be tried again after it.")
            raise CannotUpgrade(why) from error

    def so_far(self, at: Position, seat: Seat) -> tuple[Message, ...]:
        """The answers of a seat in the turn that is not over, oldest first, as labels of the choices it had.

        These are its last answers since the quiet point without an answer of another seat between them; draws may lie between them.
        """
        labels: tuple[Message, ...] = ()
        draws = at.draws
        for count in reversed(range(len(at.since))):
            who, text = at.since[count]
            if who == CHANCE:
                draws -= 1
                continue
            if who != seat or text.startswith("!"):
                break
            earlier = self.resume(Position(at.table, at.since[:count], {}, draws)).decision(seat)
            labels = (*notation.labels(earlier, text), *labels) if earlier is not None else labels
        return labels

    def shown(self, view: View, decision: Decision | None) -> Scene:
        """The scene for the seat that is asked: cards that the decision names and that lie nowhere on the table (the seat looks at
        them) come first, in a zone of their own. Without a decision it is the plain scene."""
        scene = self.scene(view)
        if decision is None:
            return scene
        on_table = scene.ids
        named = (id_ for option in decision.options for id_ in option.touches)
        looked_at = tuple(single(self.faces[id_]) for id_ in dict.fromkeys(named) if id_ not in on_table and id_ in self.faces)
        if not looked_at:
            return scene
        return replace(scene, zones=(Zone("aside", msg("What you look at"), looked_at, role=Role.HAND), *scene.zones))

    @cached_property
    def faces(self) -> Mapping[str, Card]:
        return {card.id: card for zone in self.gallery() for pile in zone.piles for card in pile.cards}

    def asking_card(self, decision: Decision) -> Card | None:
        """The card with a text that the prompt names as its `card`: the one whose effect asks, or the one up for auction."""
        name = decision.prompt.params.get("card")
        return next((card for card in self.faces.values() if card.text is not None and card.name == name), None)

    def barred(self, view: View, decision: Decision) -> tuple[Barred, ...]:
        """The scene objects that cannot be chosen now, with the reasons."""
        return decision.barred

    def redeal(self, at: Position, viewer: Seat | None, rng: Rng) -> Position:
        """A random position that the viewer cannot tell from this one; `at` itself when none is found in `REDEAL_TRIES` tries.

        Cards that were named since the quiet point, in answers or in events that the viewer may read, stay where they are. Sealed
        answers of other seats are dropped.
        """
        return self.redeals(at, viewer)(rng)

    def redeals(self, at: Position, viewer: Seat | None) -> Callable[[Rng], Position]:
        """A function that makes redeals of one position, like `redeal`; what all of them keep is computed once."""
        keep = self.named_since(at, viewer)
        sealed = {seat: text for seat, text in at.sealed.items() if seat == viewer}
        happened = self.visible_course(replace(at, sealed=sealed))

        def redeal(rng: Rng) -> Position:
            for _try in range(REDEAL_TRIES):
                table = self.table.load(at.table)
                self.hide(table, viewer, rng, keep)
                other = Position(table.dump(), at.since, sealed, at.draws)
                try:
                    if self.visible_course(other) == happened:
                        return other
                except (RulesError, ValueError):
                    continue  # the redealt cards do not allow the answers given since the quiet point
            return at

        return redeal

    def visible_course(self, at: Position) -> Any:
        """What everybody sees of the events since the quiet point; a redeal has to repeat it. The default applies the answers, no more."""
        Session(self, self.table.load(at.table), draws=at.draws, track=False).refeed(at)

    def since(self, at: Position) -> tuple[Session[TableT], list[Entry]]:
        """A session with the final answers of a position, and what followed from each since the quiet point; the opening comes first."""
        session = Session(self, self.table.load(at.table), draws=at.draws)
        entries = [Entry(CHANCE, "", session.opening())]
        for seat, text in at.since:
            entries += session.feed(seat, text)
        return session, entries

    def named_since(self, at: Position, viewer: Seat | None) -> frozenset[str]:
        """The names in the answers, in the events seen by the viewer and in the viewer's open decision since the quiet point."""
        session, entries = self.since(at)
        texts = [entry.text for entry in entries if entry.seat >= 0]
        texts += [str(event.seen_by(viewer)) for entry in entries for event in entry.events]
        own = session.decision(viewer) if viewer is not None else None
        texts += own.tokens if own else ()
        return frozenset(word for text in texts for word in notation.names_in(text))
