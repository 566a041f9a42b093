"""Personal time as pure functions: intervals in which a player is unavailable, and their effect on deadlines.

Absences (declared ahead) and pauses of a game stop the clock: their length is added to the deadline. During quiet hours and days off
the clock runs, but a deadline that would fall into them moves to their end. All intervals are in UTC; time zones are parameters, and no
function reads the clock.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, NamedTuple, Self

from notifications.local_time import zone_of

DAY = timedelta(days=1)
LONGEST_SLIDE = timedelta(days=7)
"""The most by which quiet hours and days off move a deadline."""


class Interval(NamedTuple):
    """From `start` (included) to `end` (not included), both aware."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class PersonalTime:
    """A player's time zone, quiet hours (minutes after midnight; may cross it), days off (Monday is 0) and declared absences."""

    zone: tzinfo = UTC
    quiet: tuple[int, int] | None = None
    days_off: frozenset[int] = frozenset()
    absences: tuple[Interval, ...] = ()
    leads: tuple[timedelta, ...] | None = None
    """The times before a deadline at which to send reminders; None for the default."""

    @classmethod
    def read(cls, zone: str, data: Mapping[str, Any]) -> Self:
        """Read the JSON that is stored with a player:
        `{"quiet": [1320, 480], "days_off": [5, 6], "absences": [[iso, iso], …], "leads": [minutes, …]}`.

        An unknown zone is replaced by UTC. Raises KeyError, TypeError or ValueError for data of another shape.
        """
        quiet = data.get("quiet")
        absences = tuple(Interval(*map(datetime.fromisoformat, pair)) for pair in data.get("absences", ()))
        leads = tuple(timedelta(minutes=lead) for lead in data["leads"]) if "leads" in data else None
        return cls(zone_of(zone), (int(quiet[0]), int(quiet[1])) if quiet else None, frozenset(data.get("days_off", ())), absences, leads)


ALWAYS_THERE = PersonalTime()


def merged(intervals: Iterable[Interval]) -> list[Interval]:
    """The union of the intervals, as disjoint intervals in order; empty and adjoining ones are merged."""
    result: list[Interval] = []
    for start, end in sorted(interval for interval in intervals if interval.start < interval.end):
        if result and start <= result[-1].end:
            result[-1] = Interval(result[-1].start, max(end, result[-1].end))
        else:
            result.append(Interval(start, end))
    return result


def add_running(start: datetime, length: timedelta, stopped: Sequence[Interval]) -> datetime:
    """The moment at which `length` of running time has passed since `start`, if the clock stops in the intervals `stopped`."""
    for pause in merged(stopped):
        if pause.end <= start:
            continue
        if start + length <= pause.start:
            break
        length -= max(pause.start - start, timedelta())
        start = pause.end
    return start + length


def running_between(start: datetime, end: datetime, stopped: Sequence[Interval]) -> timedelta:
    """The running time from `start` to `end` without the intervals `stopped`."""
    pauses = (min(end, pause.end) - max(start, pause.start) for pause in merged(stopped) if pause.end > start and pause.start < end)
    return max(end - start - sum(pauses, timedelta()), timedelta())


def slide(moment: datetime, person: PersonalTime) -> datetime:
    """The moment, or the end of the quiet hours, days off and absences that it falls into, at most `LONGEST_SLIDE` later."""
    latest = moment + LONGEST_SLIDE
    away = merged([*_quiet_around(moment, person), *person.absences])
    for interval in away:
        if interval.start <= moment < interval.end:
            moment = interval.end
    return min(moment, latest)


def deadline(asked_at: datetime, length: timedelta, person: PersonalTime, stopped: Sequence[Interval] = ()) -> datetime:
    """The deadline of a question asked at `asked_at`: absences and `stopped` stop the clock, quiet hours and days off move the deadline."""
    return slide(add_running(asked_at, length, [*stopped, *person.absences]), person)


def next_hour(earliest: datetime, hour: int, days: Sequence[int], zone: tzinfo) -> datetime:
    """The first moment at or after `earliest` that is `hour`:00 in `zone` on one of these weekdays (Monday is 0)."""
    first = earliest.astimezone(zone).date()
    moments = (_at(first + number * DAY, hour * 60, zone) for number in range(9) if (first + number * DAY).weekday() in days)
    return next(moment for moment in moments if moment >= earliest)


def _quiet_around(moment: datetime, person: PersonalTime) -> list[Interval]:
    """Quiet hours and days off from the day before the moment until `LONGEST_SLIDE` after it, in UTC."""
    first = moment.astimezone(person.zone).date() - DAY
    found: list[Interval] = []
    for number in range(LONGEST_SLIDE.days + 3):
        day = first + number * DAY
        if day.weekday() in person.days_off:
            found.append(Interval(_at(day, 0, person.zone), _at(day + DAY, 0, person.zone)))
        if person.quiet is not None:
            begin, end = person.quiet
            found.append(Interval(_at(day, begin, person.zone), _at(day if begin < end else day + DAY, end, person.zone)))
    return found


def _at(day: date, minutes: int, zone: tzinfo) -> datetime:
    """A local time as UTC. A time that a daylight-saving change skips is the moment after it; of a repeated hour it is the first."""
    wall = datetime.combine(day, time(minutes // 60 % 24, minutes % 60), zone)
    return wall.astimezone(UTC)
