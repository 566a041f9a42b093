"""The base class of a game: what an author writes, and what everybody else calls.

An author writes a `Table`, the coroutine `step`, and what people see: `look`, `scene`, `tell` (`games.rules.author`). The walk through a
first game is in CONTRIBUTING.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from games.rules import notation
from games.rules.author import Rules
from games.rules.contract import CHANCE, Barred, Decision, Entry, Event, Position, Result, Rng, Seat, View
from games.rules.errors import BadOption, CannotUpgrade, RulesError
from games.rules.messages import Message, msg
from games.rules.scene import Card, Role, Scene, Zone, single
from games.rules.session import Session, wake
from games.rules.table import Table, copy_json

TableT = TypeVar("TableT", bound=Table)


class Game(Rules[TableT]):
    """The rules of one game. One instance serves all tables; it has no state of its own."""

    def settle_options(self, seats: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """Complete and check table settings. Raises `BadOption` naming what does not fit."""
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
        """Of the settings of another version those that this one has and allows."""
        return {
            option.key: given[option.key] for option in self.options if option.key in given and option.problem(given[option.key]) is None
        }

    def begin(self, seats: int, options: Mapping[str, Any] | None = None, *, track: bool = True) -> Session[TableT]:
        """A new game, awake, waiting for its first draw or answer. Raises `BadOption`."""
        return Session(self, self.new(seats, self.settle_options(seats, options or {})), track=track)

    def resume(self, position: Position) -> Session[TableT]:
        """A stored game, awake again. Raises RulesError when the position does not fit these rules."""
        return wake(self, position)

    def take_over(self, at: Position, from_version: int) -> Session[TableT]:
        """A game of an older version, awake under this one, with the answers given since the quiet point, but without sealed ones that
        are not final: whoever gave them may be asked otherwise. Raises `CannotUpgrade`.
        """
        table = self.upgrade(copy_json(dict(at.table)), from_version)
        try:
            return self.resume(Position(table, at.since, {}, at.draws))
        except (RulesError, ValueError) as error:
            raise CannotUpgrade(
                msg("What was answered in this turn does not fit the new rules; it can be tried again after it.")
            ) from error

    def start(self, seats: int, options: Mapping[str, Any] | None = None) -> Position:
        """The first position. Raises `BadOption`."""
        return self.begin(seats, options).position

    def pending(self, at: Position) -> tuple[Decision, ...]:
        """Who is asked what, chance included."""
        return self.resume(at).pending

    def apply(self, at: Position, seat: Seat, text: str) -> tuple[Position, tuple[Event, ...]]:
        """One answer applied to a position, which stays as it was: the new position and what happened."""
        session = self.resume(at)
        entries = session.feed(seat, text)
        return session.position, tuple(event for entry in entries for event in entry.events)

    def view(self, at: Position, viewer: Seat | None) -> View:
        """What a viewer may know of a position."""
        return self.resume(at).view(viewer)

    def result(self, at: Position) -> Result | None:
        """How it ended, or None."""
        return self.table.load(at.table).result if not at.since else self.resume(at).result

    def undo(self, at: Position, seat: Seat) -> Position:
        """The position before that seat's last answer. Raises `Illegal` when it may not be taken back."""
        return self.resume(at).undone(seat)

    def so_far(self, at: Position, seat: Seat) -> tuple[Message, ...]:
        """What a seat has answered in the turn that is not over, oldest first, in the words of the choices it had.

        That is the last unbroken run of its answers since the quiet point; chance does not break it, another seat does.
        """
        said: tuple[Message, ...] = ()
        draws = at.draws
        for count in reversed(range(len(at.since))):
            who, text = at.since[count]
            if who == CHANCE:
                draws -= 1
                continue
            if who != seat or text.startswith("!"):
                break
            earlier = self.resume(Position(at.table, at.since[:count], {}, draws)).decision(seat)
            said = (*notation.labels(earlier, text), *said) if earlier is not None else said
        return said

    def shown(self, view: View, decision: Decision | None) -> Scene:
        """The scene as whoever is asked sees it: the cards that the question is about and that lie nowhere on the table (they are
        looked at) come first, face up. Without a question it is the plain scene."""
        scene = self.scene(view)
        there = scene.ids
        named = (id_ for option in decision.options for id_ in option.touches) if decision else ()
        aside = [self.faces[id_] for id_ in dict.fromkeys(named) if id_ not in there and id_ in self.faces]
        if not aside:
            return scene
        return replace(
            scene, zones=(Zone("aside", msg("What you look at"), tuple(single(card) for card in aside), role=Role.HAND), *scene.zones)
        )

    @cached_property
    def faces(self) -> Mapping[str, Card]:
        """Every card of the game, face up, by its id."""
        return {card.id: card for zone in self.gallery() for pile in zone.piles for card in pile.cards}

    def barred(self, view: View, decision: Decision) -> tuple[Barred, ...]:
        """Things on the table that cannot be chosen now, with the reason; shown dimmed."""
        return decision.barred

    def redeal(self, at: Position, viewer: Seat | None, rng: Rng) -> Position:
        """A random position that the viewer cannot tell from this one (the same one when none is found in twenty tries).

        Everything named since the quiet point, in answers or in what the viewer was told, stays where it is; sealed
        answers of others are forgotten.
        """
        return self.redeals(at, viewer)(rng)

    def redeals(self, at: Position, viewer: Seat | None) -> Callable[[Rng], Position]:
        """`redeal` for many redeals of one position: what all of them keep is looked for once."""
        keep = self._named_since(at, viewer)
        sealed = {seat: text for seat, text in at.sealed.items() if seat == viewer}

        def dealt(rng: Rng) -> Position:
            for _try in range(20):
                table = self.table.load(at.table)
                self.hide(table, viewer, rng, keep)
                other = Position(table.dump(), at.since, sealed, at.draws)
                try:
                    Session(self, table, draws=at.draws, track=False).refeed(other)
                except (RulesError, ValueError):
                    continue  # the hidden cards dealt do not allow what was played: deal again
                return other
            return at

        return dealt

    def _named_since(self, at: Position, viewer: Seat | None) -> frozenset[str]:
        session = Session(self, self.table.load(at.table), draws=at.draws)
        entries: list[Entry] = [Entry(-1, "", session.opening())]
        for seat, text in at.since:
            entries += session.feed(seat, text)
        texts = [entry.text for entry in entries if entry.seat >= 0]
        texts += [str(event.seen_by(viewer)) for entry in entries for event in entry.events]
        own = session.decision(viewer) if viewer is not None else None
        texts += own.tokens if own else ()
        return frozenset(word for text in texts for word in notation.names_in(text))
