"""The table of a running game: the state that a step changes, plain JSON at every quiet point."""

import marshal
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, Self, TypeVar

from games.rules.contract import Event, Result, Rng, Seat

T = TypeVar("T")


def copy_json(value: T) -> T:
    """A deep copy of plain JSON data (`marshal` is ten times faster than `copy.deepcopy`)."""
    data: Any = value
    copied: T = marshal.loads(marshal.dumps(data))
    return copied


@dataclass(slots=True)
class Table:
    """The base class of every game's table. Games add fields of plain JSON types: lists, dicts with text keys, numbers, texts, None.

    `phase` says what the next step does ("setup" at the start, "over" at the end); `ending` is the result as JSON; `events` are the
    events since the last answer and not part of the position.
    """

    MEMORY: ClassVar[frozenset[str]] = frozenset()
    """Names of the fields that only redeals read. A position stores them beside the table, where releases without them ignore them."""
    LATER: ClassVar[frozenset[str]] = frozenset()
    """Names of the fields added by a later version of the rules: not stored while they have their default, so that older releases can
    load the table."""

    seats: int
    options: dict[str, Any]
    phase: str = "setup"
    ending: dict[str, Any] | None = None
    events: list[Event] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def all_seats(self) -> range:
        return range(self.seats)

    def others(self, seat: Seat) -> list[Seat]:
        """The other seats, clockwise from the left neighbour."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    def clockwise(self, start: Seat) -> list[Seat]:
        return [(start + step) % self.seats for step in range(self.seats)]

    def log(self, kind: str, private: Mapping[Seat, Mapping[str, Any]] | None = None, *, reveals: bool = False, **public: Any) -> None:
        """Add an event. `private` are additional values by seat; `reveals` says that hidden information became known to a seat.

        Lists and dicts are copied, so that later changes of the table do not change the event.
        """
        for key, value in public.items():
            if type(value) in (list, dict):
                public[key] = copy_json(value)
        self.events.append(Event(kind, public, copy_json(private) if private else {}, reveals))

    def finish(self, ranks: Sequence[int], scores: Sequence[int | None], reason: str) -> None:
        """End the game. Ranks count from 1 (best) and ties share a rank; `reason` is a key of `Game.reasons`."""
        self.phase = "over"
        self.ending = {"ranks": list(ranks), "scores": list(scores), "reason": reason}

    def forget(self) -> None:
        """Reset the memory fields, for playouts that need no redeals."""
        for item in self._sorted_fields()[2]:
            setattr(self, item.name, _default(item))

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it runs."""
        return Result.load(self.ending) if self.ending is not None else None

    def copied(self, *names: str) -> dict[str, Any]:
        """Copies of these fields, by name."""
        return copy_json({name: getattr(self, name) for name in names})

    def dump(self) -> dict[str, Any]:
        """A copy as plain JSON; the memory fields are under the key "memory", if any differs from its default."""
        plain, later, remembered = self._sorted_fields()
        data = {item.name: getattr(self, item.name) for item in plain} | self._changed(later)
        memory = self._changed(remembered)
        return copy_json(data | {"memory": memory} if memory else data)

    def _changed(self, items: Sequence[Field[Any]]) -> dict[str, Any]:
        """The values of these fields that differ from their default."""
        return {item.name: value for item in items if (value := getattr(self, item.name)) != _default(item)}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """A new table from what `dump` returned. Raises TypeError or KeyError for data of another shape."""
        plain = dict(data)
        memory = plain.pop("memory", {})
        return cls(**copy_json(plain | memory))

    @classmethod
    @cache
    def _sorted_fields(cls) -> tuple[list[Field[Any]], list[Field[Any]], list[Field[Any]]]:
        """The fields that are always stored, those of `LATER`, and those of `MEMORY`."""
        always = [item for item in fields(cls) if item.name not in {"events", *cls.LATER, *cls.MEMORY}]
        later, memory = ([item for item in fields(cls) if item.name in names] for names in (cls.LATER, cls.MEMORY))
        return always, later, memory


def _default(item: Field[Any]) -> Any:
    return item.default if item.default_factory is MISSING else item.default_factory()


def ranks_by(keys: Sequence[Any]) -> list[int]:
    """Ranks from 1 by falling key; equal keys share a rank: (5, 9, 5) → [2, 1, 2]."""
    order = sorted(keys, reverse=True)
    return [order.index(key) + 1 for key in keys]


Place = tuple[Any, Any]
"""Where a hidden card is: a list or a mapping, and the index or key in it."""


def deal(places: Sequence[Place], rng: Rng) -> None:
    """Shuffle the cards in these places, sorted first, because two tables that a viewer cannot tell apart have to give the same redeal."""
    cards = sorted(held[at] for held, at in places)
    rng.shuffle(cards)
    for (held, at), card in zip(places, cards, strict=True):
        held[at] = card
