"""The words every game and every caller use: decision, option, event, position, view, result.

See `docs/architecture.md` for the picture. All classes here are immutable and hold plain data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from games.rules.messages import Message, msg

Seat = int
CHANCE: Seat = -1
"""The deck and the dice answer through this seat."""

T = TypeVar("T")


class Rng(Protocol):
    """The part of `random.Random` that playouts and redeals use; always handed in, never made here."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...
    def shuffle(self, x: list[Any], /) -> None: ...
    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


class Shape(StrEnum):
    """What a legal answer looks like. These four serve every game."""

    ONE = "one"
    """Exactly one of the tokens."""
    SOME = "some"
    """Between `least` and `most` different tokens, in any order."""
    ORDER = "order"
    """Exactly `least` of the tokens, which may be all, in an order that matters."""
    NUMBER = "number"
    """A whole number from `least` to `most`."""


class Wait(StrEnum):
    """Who else is being asked at the same time."""

    ONE = "one"
    SEALED = "sealed"
    """All answer in any order; nothing shows, not even who has answered; each may revise until the last is in."""
    OPEN = "open"
    """Several may act; first come, first served."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a seat may choose.

    `token` is the short visible text that is stored, posted by forms and typed in e-mails; `touches` are ids of scene
    objects it concerns; `outcome` says what will happen or warns, where the rules already know.
    """

    token: str
    label: Message
    touches: tuple[str, ...] = ()
    outcome: Message | None = None


@dataclass(frozen=True, slots=True)
class Barred:
    """Something on the table that cannot be chosen now, with the reason and the paragraph, to be shown dimmed."""

    touches: tuple[str, ...]
    reason: Message
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one seat, complete enough for a form, a mail, a bot or a reader's voice."""

    seat: Seat
    kind: str
    prompt: Message
    options: tuple[Option, ...]
    shape: Shape = Shape.ONE
    least: int = 1
    most: int = 1
    wait: Wait = Wait.ONE
    rule: str = ""
    given: str | None = None
    """In a sealed wait: what this seat has answered so far, shown to that seat only."""
    barred: tuple[Barred, ...] = ()

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens in the order in which they are numbered from 1."""
        return tuple(option.token for option in self.options)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as plain JSON values."""

    kind: str
    public: Mapping[str, Any] = field(default_factory=dict)
    private: Mapping[Seat, Mapping[str, Any]] = field(default_factory=dict)
    """Additions for single seats; a seat that is missing here knows the public part only."""
    reveals: bool = False
    """Something hidden became known to somebody: undo may not cross it."""

    def seen_by(self, viewer: Seat | None) -> dict[str, Any]:
        """What a viewer may know of it: `{"kind": ..., **public, **own private part}`."""
        own = self.private.get(viewer, {}) if viewer is not None else {}
        return {"kind": self.kind, **self.public, **own}


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: an answer that became final, and what followed from it."""

    seat: Seat
    text: str
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """All there is to know about a running game, as plain JSON data.

    `table` is the table at the last quiet point and `since` the final answers given after it; `sealed` holds the answers
    of a simultaneous phase that is not complete; `draws` counts the answers of chance since the start.
    """

    table: Mapping[str, Any]
    since: tuple[tuple[Seat, str], ...] = ()
    sealed: Mapping[Seat, str] = field(default_factory=dict)
    draws: int = 0

    def to_json(self) -> dict[str, Any]:
        """Plain JSON; `from_json` gives an equal position back. A memory stands beside the table: releases without one overlook it."""
        table = dict(self.table)
        memory = {"memory": table.pop("memory")} if "memory" in table else {}
        return {
            "table": table,
            "since": [[seat, text] for seat, text in self.since],
            "sealed": {str(seat): text for seat, text in sorted(self.sealed.items())},
            "draws": self.draws,
            **memory,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Position:
        """Read what `to_json` wrote. Raises KeyError, TypeError or ValueError when the data is something else."""
        since = tuple((int(seat), str(text)) for seat, text in data["since"])
        sealed = {int(seat): str(text) for seat, text in data["sealed"].items()}
        memory = {"memory": data["memory"]} if "memory" in data else {}
        return cls({**data["table"], **memory}, since, sealed, int(data["draws"]))


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: a rank per seat (1 is best, ties share a rank), a score per seat, and why."""

    ranks: tuple[int, ...]
    scores: tuple[int | None, ...]
    reason: str

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with the best rank."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == min(self.ranks))

    @property
    def drawn(self) -> bool:
        """Everybody shares the first rank."""
        return len(set(self.ranks)) == 1


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know, built up from nothing. Every renderer and every bot gets this and nothing else."""

    game: str
    viewer: Seat | None
    seats: int
    options: Mapping[str, Any]
    table: Mapping[str, Any]
    """Plain JSON in the game's own words."""
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class GameOption:
    """A table setting, chosen when a game is created: a switch, one of several words, or a number in a range."""

    key: str
    title: Message
    default: bool | str | int | None
    choices: tuple[tuple[str, Message], ...] = ()
    least: int = 0
    most: int = 0
    optional: bool = False
    """A number that may also be left out (`None`)."""
    help: Message | None = None
    suggested: bool | str | int | None = None
    """What the page for a new table begins with, where that is not what a table has when nothing is said."""
    by_seats: tuple[tuple[int, bool | str | int | None], ...] = ()
    """Pairs of a number of players and the default for so many, where it is not `default`."""

    def usual(self, seats: int) -> bool | str | int | None:
        """What a table for so many has when nothing is said."""
        return dict(self.by_seats).get(seats, self.default)

    def problem(self, value: object) -> Message | None:
        """Why a value does not fit, or None when it does."""
        if isinstance(self.default, bool):
            return None if isinstance(value, bool) else msg("{option} is yes or no.", option=self.title)
        if self.choices:
            words = tuple(word for word, _title in self.choices)
            return None if value in words else msg("{option} is one of: {words}.", option=self.title, words=words)
        if (value is None and self.optional) or (type(value) is int and self.least <= value <= self.most):
            return None
        return msg("{option} is a number from {least} to {most}.", option=self.title, least=self.least, most=self.most)
