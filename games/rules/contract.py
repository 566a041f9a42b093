"""The data types between games and their callers: decision, option, event, position, view, result.

All classes here are immutable and hold plain data. `docs/architecture.md` shows who uses them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from games.rules.messages import Message, msg

Seat = int
"""A player of one table, counted from 0."""
CHANCE: Seat = -1
"""The seat whose answers are the draws of decks and dice."""

T = TypeVar("T")


class Rng(Protocol):
    """The part of `random.Random` that playouts and redeals use; always passed in, never created here."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...
    def shuffle(self, x: list[Any], /) -> None: ...
    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


class Shape(StrEnum):
    """The form of a legal answer."""

    ONE = "one"
    """Exactly one of the tokens."""
    SOME = "some"
    """Between `least` and `most` different tokens, in any order."""
    ORDER = "order"
    """Exactly `least` of the tokens (possibly all), in an order that matters."""
    NUMBER = "number"
    """A whole number from `least` to `most`."""


class Wait(StrEnum):
    """How many seats are asked at the same time, and when their answers take effect."""

    ONE = "one"
    """One seat is asked."""
    SEALED = "sealed"
    """Several seats answer in any order. Neither the answers nor who has answered is shown; answers may be changed until the last is in."""
    OPEN = "open"
    """Several seats are asked; the first answer that comes in counts."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a seat.

    `token` is the short text that is stored, posted by forms and typed in mails; `label` is the text for people; `touches` are the ids
    of the scene objects it concerns; `outcome` says what the choice will do, or warns, where the rules know it in advance.
    """

    token: str
    label: Message
    touches: tuple[str, ...] = ()
    outcome: Message | None = None


@dataclass(frozen=True, slots=True)
class Barred:
    """Scene objects that cannot be chosen now, with the reason and the paragraph of the rules; shown dimmed."""

    touches: tuple[str, ...]
    reason: Message
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one seat with everything that a form, a mail, a bot or a screen reader needs.

    `kind` names the question for programs; `least` and `most` bound the number of tokens, or the number itself for `Shape.NUMBER`;
    `rule` is a paragraph of the rules page, such as "R12".
    """

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
    """In a sealed wait: the answer of this seat so far, shown to that seat only."""
    barred: tuple[Barred, ...] = ()

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens in the order in which people number them, from 1."""
        return tuple(option.token for option in self.options)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as plain JSON values: one line of the log."""

    kind: str
    public: Mapping[str, Any] = field(default_factory=dict)
    private: Mapping[Seat, Mapping[str, Any]] = field(default_factory=dict)
    """Additional values for single seats; a seat that is missing here knows the public part only."""
    reveals: bool = False
    """Whether hidden information became known to a seat: answers before it cannot be undone."""

    def seen_by(self, viewer: Seat | None) -> dict[str, Any]:
        """What a viewer (None: a spectator) may know of it: `{"kind": ..., **public, **own private part}`."""
        own = self.private.get(viewer, {}) if viewer is not None else {}
        return {"kind": self.kind, **self.public, **own}


@dataclass(frozen=True, slots=True)
class Entry:
    """An answer that became final, and the events that followed from it."""

    seat: Seat
    text: str
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """The complete state of a running game, as plain JSON data.

    `table` is the table at the last quiet point and `since` are the final answers given after it, chance included; `sealed` holds
    the answers of a sealed (simultaneous) wait that is not complete; `draws` counts the answers of chance since the start of the game.
    """

    table: Mapping[str, Any]
    since: tuple[tuple[Seat, str], ...] = ()
    sealed: Mapping[Seat, str] = field(default_factory=dict)
    draws: int = 0

    def to_json(self) -> dict[str, Any]:
        """Plain JSON; `from_json` gives an equal position back. The memory is stored beside the table: releases without one ignore it."""
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
        """The position that `to_json` wrote. Raises KeyError, TypeError or ValueError for other data."""
        since = tuple((int(seat), str(text)) for seat, text in data["since"])
        sealed = {int(seat): str(text) for seat, text in data["sealed"].items()}
        memory = {"memory": data["memory"]} if "memory" in data else {}
        return cls({**data["table"], **memory}, since, sealed, int(data["draws"]))


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: a rank per seat (1 is best, ties share a rank), a score per seat or None, and the key of the reason."""

    ranks: tuple[int, ...]
    scores: tuple[int | None, ...]
    reason: str

    @classmethod
    def load(cls, stored: Mapping[str, Any]) -> Result:
        """From the JSON of a table or of a game."""
        return cls(tuple(stored["ranks"]), tuple(stored["scores"]), stored["reason"])

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with the best rank."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == min(self.ranks))

    @property
    def drawn(self) -> bool:
        """Whether all seats share the first rank."""
        return len(set(self.ranks)) == 1

    def gain(self, seat: Seat) -> Fraction:
        """The share of the other seats that a seat leaves behind, equals counting half: 0 (last) to 1 (sole winner)."""
        own, others = self.ranks[seat], [rank for other, rank in enumerate(self.ranks) if other != seat]
        return Fraction(sum(2 if own < rank else 1 if own == rank else 0 for rank in others), 2 * max(1, len(others)))


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know; `viewer` is None for a spectator. Renderers and bots get this and nothing else."""

    game: str
    viewer: Seat | None
    seats: int
    options: Mapping[str, Any]
    table: Mapping[str, Any]
    """What `Game.look` returns: plain JSON whose keys belong to the game."""
    result: Result | None = None

    @property
    def playing(self) -> bool:
        """Whether the viewer is a player and the game is not over."""
        return self.viewer is not None and self.result is None

    @property
    def clockwise(self) -> list[Seat]:
        """All seats in the order of play, the viewer's own first."""
        return [((self.viewer or 0) + step) % self.seats for step in range(self.seats)]


@dataclass(frozen=True, slots=True)
class GameOption:
    """A setting of a table, chosen when a game is created: a switch, one of several words, or a number in a range."""

    key: str
    title: Message
    default: bool | str | int | None
    choices: tuple[tuple[str, Message], ...] = ()
    least: int = 0
    most: int = 0
    optional: bool = False
    """Whether a number may be left out (`None`)."""
    help: Message | None = None
    suggested: bool | str | int | None = None
    """The initial value on the page for a new table, where it is not the default."""
    by_seats: tuple[tuple[int, bool | str | int | None], ...] = ()
    """Pairs of a number of players and the default for that number, where it is not `default`."""

    def usual(self, seats: int) -> bool | str | int | None:
        """The default for that number of players."""
        return dict(self.by_seats).get(seats, self.default)

    def problem(self, value: object) -> Message | None:
        """Why a value is not allowed, or None when it is."""
        if isinstance(self.default, bool):
            return None if isinstance(value, bool) else msg("{option} is yes or no.", option=self.title)
        if self.choices:
            words = tuple(word for word, _title in self.choices)
            return None if value in words else msg("{option} is one of: {words}.", option=self.title, words=words)
        if (value is None and self.optional) or (type(value) is int and self.least <= value <= self.most):
            return None
        return msg("{option} is a number from {least} to {most}.", option=self.title, least=self.least, most=self.most)
