"""The base class of a game: what an author writes, and what everybody else calls.

An author writes a `Table`, the coroutine `step`, and what people see: `look`, `scene`, `tell`. The rest has sound
defaults. The walk through a first game is in CONTRIBUTING.md.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from games.rules import notation
from games.rules.contract import CHANCE, Barred, Decision, Entry, Event, GameOption, Position, Result, Rng, Seat, Shape, View
from games.rules.errors import BadOption, CannotUpgrade, RulesError
from games.rules.messages import Message, msg
from games.rules.orders import OrderBook
from games.rules.scene import Card, Scene, Zone, single
from games.rules.session import Chooser, Session
from games.rules.table import Table, copy_json

TableT = TypeVar("TableT", bound=Table)


UNMOVED = "late_unmoved"
"""Why a game ended that nobody had moved in: all have lost it where somebody counts."""

HOUSE_REASONS: Mapping[str, Message] = {
    "resigned": msg("A player resigned."),
    "forfeited": msg("A player ran out of time."),
    "judged": msg("A player stayed away; the scores decided between the others."),
    "adjudicated": msg("The director decided the result."),
    "late_draw": msg("The game was not over in time; it is a draw for all who stayed."),
    "late_outlook": msg("The game was not over in time. The site’s bots played it on many times; the ranks are the average."),
    "late_forfeit": msg("The game was not over in time; whoever had to move has lost."),
    "late_moves": msg("The game was not over in time; whoever made the fewest moves of their own has lost."),
    UNMOVED: msg("The game was not over in time and nobody had moved; in a tournament all have lost it."),
}
"""Ends that come from the table, not from the rules."""


class Readings(Protocol):
    """What a game offers to read from its cards when it is over; `games.rules.tempting_fate.divination` explains each call."""

    KINDS: Mapping[str, Any]
    LAYOUTS: Mapping[str, tuple[Message, ...]]

    def draw_reading(self, t: Any, game: int, seat: Seat, kind: str, layout: str, chance: Chooser, *, broken_off: bool = False) -> Any: ...
    def describe(self, facts: Any) -> Any: ...


class Game(ABC, Generic[TableT]):
    """The rules of one game. One instance serves all tables; it has no state of its own."""

    key: ClassVar[str]
    """The folder's name: stored, shown in addresses."""
    version: ClassVar[int] = 1
    """Stored with each game; raised when old positions would play differently. The version before it stays in `OLDER` of the folder."""
    rulebook: ClassVar[str] = "rulebook.md"
    """The file of its folder with the text of the rules page; an older version keeps its own where the text has changed."""
    title: ClassVar[Message]
    tagline: ClassVar[Message] = msg("")
    seats: ClassVar[range]
    """The numbers of players it can be played with."""
    best_seats: ClassVar[range | None] = None
    """The numbers it is recommended for, if fewer."""
    options: ClassVar[tuple[GameOption, ...]] = ()
    table: ClassVar[type[Any]]
    """The class of the table, for reading stored positions."""
    vocabulary: ClassVar[Collection[str]] = ()
    """Names that may be typed (all cards of the game), so that a wrong card is told from gibberish."""
    explains_first: ClassVar[bool] = False
    """`explain` judges a text before it is read, for games where the words of one choice are part of another's ("end>cave" and
    "end>cave+ace"), so that nothing is read into a text that says something else."""
    reasons: ClassVar[Mapping[str, Message]] = {}
    """The words for each `Result.reason`."""
    longest: ClassVar[int] = 5_000
    """No game takes more answers of people than this; the conformance suite checks it."""
    low_standing_leads: ClassVar[bool] = False
    """The smaller public score is the better one."""
    expected_waits: ClassVar[Mapping[int, int]] = {}
    """Measured mean number of hand-overs per number of seats, for honest expectations."""

    sound_advice: ClassVar[bool] = False
    """`advise` plays well enough that games which must be judged unfinished may be decided by how it would go on."""

    readings: ClassVar[Readings | None] = None
    """Readings of the cards after a game, for games that have them."""

    # ---- what an author writes --------------------------------------------------------------------------------------

    @abstractmethod
    def new(self, seats: int, options: dict[str, Any]) -> TableT:
        """The empty table before anything was shuffled or dealt (phase "setup"). Options are complete and valid."""

    @abstractmethod
    async def step(self, t: TableT) -> None:
        """Play from one quiet point to the next: what to do is read from `t.phase`, what comes next is written there."""

    @abstractmethod
    def look(self, t: TableT, viewer: Seat | None) -> dict[str, Any]:
        """What a viewer may know, as plain JSON, built up from nothing. After the end everything may be open."""

    @abstractmethod
    def scene(self, view: View) -> Scene:
        """What to draw and to read aloud."""

    @abstractmethod
    def tell(self, event: Mapping[str, Any]) -> Message:
        """One line of the log from `Event.seen_by(viewer)`."""

    def recall(self, view: View, private: Mapping[str, Any]) -> Mapping[str, Any]:
        """The private part of an older event as this viewer may still read it now, for games in which something once seen may
        be hidden again. The default forgets nothing."""
        return private

    def hide(self, t: TableT, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
        """Redeal in place what the viewer cannot know, except things named in `keep`. Games without secrets need none."""

    def fallback(self, t: TableT, decision: Decision) -> str:
        """What an absent player does: total, always legal, deterministic. The default takes the first or smallest choice."""
        if decision.shape is Shape.NUMBER:
            return str(decision.least)
        return " ".join(decision.tokens[: decision.least])

    def advise(self, view: View, decision: Decision) -> str:
        """A simple sound player that sees only its own view; the default is the first choice."""
        if decision.shape is Shape.NUMBER:
            return str(decision.least)
        return " ".join(decision.tokens[: decision.least])

    def orders(self, view: View) -> OrderBook | None:
        """What this viewer may order in advance, for games with standing orders; the default takes none."""
        return None

    def concede(self, t: TableT, seat: Seat) -> Result | None:
        """What a resignation does where the rules do not heed "!concede": a result ends the game at once; None lets it go
        on with the seat playing its fallback and ranked last. The default ends a game of two."""
        if t.seats != 2:
            return None
        return Result(tuple(2 if other == seat else 1 for other in t.all_seats), (None, None), "resigned")

    def hear(self, text: str) -> str:
        """A typed text with other names for the things of this game put into the words of its choices: `7 of cups` → `cups-07`.

        A text that is made of those words must keep its meaning. The default changes nothing.
        """
        return text

    def explain(self, view: View, decision: Decision, text: str) -> RulesError | None:
        """A better refusal for a text that is no option: names the reason and the paragraph, from this view only."""
        return None

    def gallery(self) -> tuple[Zone, ...]:
        """Every card of the game, face up, grouped: for the rules page and for looking at the drawings."""
        return ()

    def audit(self, t: TableT) -> list[str]:
        """What is wrong with a table at a quiet point (a card that is nowhere or twice …), as sentences; [] when sound."""
        return []

    def standing(self, view: View) -> tuple[int | None, ...]:
        """Public scores right now, one per seat, for lists of games and adjudication; None where there is none yet."""
        return (None,) * view.seats

    def upgrade(self, table: dict[str, Any], from_version: int) -> dict[str, Any]:
        """A stored table of an older version as a table of this one, settings included; `table` is a copy, plain JSON at a quiet point.

        Raises `CannotUpgrade` with what stands against it. The default leaves every game under the version it began with.
        """
        raise CannotUpgrade(msg("Games that began with version {version} go on under it.", version=from_version))

    def reason(self, result: Result) -> Message:
        """Why the game ended, in words."""
        return self.reasons.get(result.reason) or HOUSE_REASONS.get(result.reason, msg("The game is over."))

    # ---- what everybody else calls ----------------------------------------------------------------------------------

    def settle_options(self, seats: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """Complete and check table settings. Raises `BadOption` naming what does not fit."""
        if seats not in self.seats:
            least, most = self.seats[0], self.seats[-1]
            raise BadOption(msg("{title} is played by {least} to {most}.", title=self.title, least=least, most=most))
        unknown = sorted(set(given) - {option.key for option in self.options})
        if unknown:
            raise BadOption(msg("{title} has no setting “{name}”.", title=self.title, name=unknown[0]))
        settled = {option.key: given.get(option.key, option.default) for option in self.options}
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
        session = Session(self, self.table.load(position.table), draws=position.draws)
        session.refeed(position)
        return session

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
        aside = [self._faces[id_] for id_ in dict.fromkeys(named) if id_ not in there and id_ in self._faces]
        if not aside:
            return scene
        return replace(scene, zones=(Zone("aside", msg("What you look at"), tuple(single(card) for card in aside)), *scene.zones))

    @cached_property
    def _faces(self) -> Mapping[str, Card]:
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
        keep = self._named_since(at, viewer)
        sealed = {seat: text for seat, text in at.sealed.items() if seat == viewer}
        for _try in range(20):
            table = self.table.load(at.table)
            self.hide(table, viewer, rng, keep)
            other = Position(table.dump(), at.since, sealed, at.draws)
            try:
                self.resume(other)
            except (RulesError, ValueError):
                continue  # the hidden cards dealt do not allow what was played: deal again
            return other
        return at

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
