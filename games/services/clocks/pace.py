"""The pace of a table, as data and as text. Pure functions; `deadlines` computes deadlines from it.

Five kinds: a fixed time for each move; a bank to which each move adds an increment, up to a cap; a fixed time for each move and a
reserve; a fixed hour in the player's time zone; no limit. The rest of a bank or reserve is stored with the seat, in seconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar, Self

from games.models.stored_settings import Coded, Owner, stored
from games.rules.messages import Message, msg, plural
from games.services.errors import Refused

MINUTE, HOUR, DAY = 60, 3600, 86_400
SHORTEST, LONGEST = MINUTE, 60 * DAY
ALL_WEEK = tuple(range(7))
WEEKDAYS = (msg("Mon"), msg("Tue"), msg("Wed"), msg("Thu"), msg("Fri"), msg("Sat"), msg("Sun"))


@dataclass(frozen=True, slots=True)
class Pace:
    """A kind and its numbers; only the fields of `FIELDS[kind]` are used.

    `seconds` is the time for each move ("move", "reserve") or the increment ("bank"). `start` is the initial bank or reserve and `cap`
    the largest bank, in seconds. `hour` and `days` (Monday is 0) are the deadlines of a "daily" table.
    """

    kind: str = "none"
    seconds: int = 0
    start: int = 0
    cap: int = 0
    hour: int = 0
    days: tuple[int, ...] = ALL_WEEK

    FIELDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "none": (),
        "move": ("seconds",),
        "bank": ("seconds", "start", "cap"),
        "reserve": ("seconds", "start"),
        "daily": ("hour", "days"),
    }

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Read the JSON that is stored with a game. Raises `Refused` for invalid values."""
        kind = str(data.get("kind"))
        if kind not in cls.FIELDS:
            raise Refused(msg("There is no such kind of pace. There are: {kinds}.", kinds=tuple(cls.FIELDS)), code="bad_pace")
        if set(data) - {"kind"} != set(cls.FIELDS[kind]):
            named = ("kind", *cls.FIELDS[kind])
            raise Refused(msg("A pace of the kind “{kind}” has exactly these fields: {fields}.", kind=kind, fields=named), code="bad_pace")
        values: dict[str, Any] = {name: tuple(value) if isinstance(value := data[name], list) else value for name in cls.FIELDS[kind]}
        pace = cls(kind, **values)
        if not pace._is_valid():
            raise Refused(msg("This pace is not valid: times must be between one minute and sixty days."), code="bad_pace")
        return pace

    def to_json(self) -> dict[str, Any]:
        """The JSON that is stored with a game; the inverse of `read`."""
        values = {name: getattr(self, name) for name in self.FIELDS[self.kind]}
        return {"kind": self.kind} | {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    @property
    def limited(self) -> bool:
        return self.kind != "none"

    def allowance(self, reserve: int) -> timedelta:
        """The running time for one question, with `reserve` seconds left of the seat's bank or reserve. Not for "daily"."""
        if self.kind == "bank":
            return timedelta(seconds=max(reserve, 0))
        return timedelta(seconds=self.seconds + (max(reserve, 0) if self.kind == "reserve" else 0))

    @property
    def longest(self) -> timedelta | None:
        """The usual longest time of one move, for estimates; None where the pace does not limit single moves."""
        if self.kind in ("move", "reserve"):
            return timedelta(seconds=self.seconds)
        return timedelta(days=1) if self.kind == "daily" else None

    def left(self, reserve: int, used: timedelta) -> int:
        """The seconds left of the bank or reserve after a question that took `used` of running time."""
        seconds = int(used.total_seconds())
        if self.kind == "bank":
            return min(self.cap, max(reserve - seconds, 0) + self.seconds)
        if self.kind == "reserve":
            return max(reserve - max(seconds - self.seconds, 0), 0)
        return 0

    def words(self) -> Message:
        """The pace as a text for lists, tables and mails."""
        each = _span(self.seconds)
        if self.kind == "move":
            return msg("{time} per move", time=each)
        if self.kind == "bank":
            return msg("{start} each, and {time} more for every move, up to {cap}", start=_span(self.start), time=each, cap=_span(self.cap))
        if self.kind == "reserve":
            return msg("{time} per move, with {start} in reserve", time=each, start=_span(self.start))
        if self.kind == "daily":
            days = msg("every day") if self.days == ALL_WEEK else msg("on {days}", days=tuple(WEEKDAYS[day] for day in self.days))
            return msg("by {hour}:00 of your own time, {days}", hour=self.hour, days=days)
        return msg("no time limit")

    def _is_valid(self) -> bool:
        """Whether all numbers are within their limits."""
        spans = [getattr(self, name) for name in self.FIELDS[self.kind] if name in ("seconds", "start", "cap")]
        if not all(type(value) is int and SHORTEST <= value <= LONGEST for value in spans):
            return False
        if self.kind == "bank" and not self.seconds <= self.start <= self.cap:
            return False
        week = isinstance(self.days, tuple) and bool(self.days) and list(self.days) == sorted(set(self.days) & set(ALL_WEEK))
        return type(self.hour) is int and 0 <= self.hour <= 23 and week


def pace_of(owner: Coded, *, of: Owner = "game") -> Pace:
    """The pace of a stored game or tournament. Raises `UnreadableSetting`."""
    return stored(owner, "pace", Pace.read, of=of)


def per_move(seconds: int) -> Pace:
    return Pace("move", seconds)


def _span(seconds: int) -> Message:
    if seconds % DAY == 0:
        return plural("{count} day", "{count} days", seconds // DAY)
    if seconds % HOUR == 0:
        return plural("{count} hour", "{count} hours", seconds // HOUR)
    return plural("{count} minute", "{count} minutes", seconds // MINUTE)


PRESETS: Mapping[str, Pace] = {
    "hours": per_move(6 * HOUR),
    "day": per_move(DAY),
    "two-days": per_move(2 * DAY),
    "three-days": per_move(3 * DAY),
    "week": per_move(7 * DAY),
    "bank": Pace("bank", seconds=12 * HOUR, start=5 * DAY, cap=10 * DAY),
    "reserve": Pace("reserve", seconds=DAY, start=5 * DAY),
    "evenings": Pace("daily", hour=21),
    "working-days": Pace("daily", hour=18, days=(0, 1, 2, 3, 4)),
    "none": Pace(),
}
"""The paces that the form of a new table offers, by name."""

DEFAULT_PRESET = "two-days"
