"""Personal time as pure functions: when somebody is away, and where a deadline falls because of it.

Two kinds of being away do different things. *Absences* (declared ahead) and *pauses* of a game stop the clock: their length
is added. *Quiet hours* and *days off* let the clock run, but time never runs out in them: a deadline that would fall into them
slides to their end. Everything is computed from intervals in UTC; zones are handed in, nothing asks for the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY = timedelta(days=1)
LONGEST_SLIDE = timedelta(days=7)
"""However somebody's quiet hours and days off lie, a deadline slides by no more than this."""


class Interval(NamedTuple):
    """From `start` (included) to `end` (not included), both aware."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class PersonalTime:
    """Somebody's zone, quiet hours (minutes after midnight, may pass it), days off (Monday is 0) and declared absences."""

    zone: tzinfo = UTC
    quiet: tuple[int, int] | None = None
    days_off: frozenset[int] = frozenset()
    absences: tuple[Interval, ...] = ()
    leads: tuple[timedelta, ...] | None = None
    """How long before a deadline to be reminded, if not as everybody."""

    @classmethod
    def read(cls, zone: str, data: Mapping[str, Any]) -> PersonalTime:
        """From what is stored with a person:
        `{"quiet": [1320, 480], "days_off": [5, 6], "absences": [[iso, iso], …], "leads": [minutes, …]}`.

        An unknown zone counts as UTC. Raises KeyError, TypeError or ValueError for data of another shape.
        """
        try:
            known: tzinfo = ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError):
            known = UTC
        quiet = data.get("quiet")
        absences = tuple(Interval(*map(datetime.fromisoformat, pair)) for pair in data.get("absences", ()))
        leads = tuple(timedelta(minutes=lead) for lead in data["leads"]) if "leads" in data else None
        return cls(known, (int(quiet[0]), int(quiet[1])) if quiet else None, frozenset(data.get("days_off", ())), absences, leads)


ALWAYS_THERE = PersonalTime()


def merged(intervals: Iterable[Interval]) -> list[Interval]:
    """The same moments in order, without overlaps, gaps of nothing or intervals of nothing."""
    result: list[Interval] = []
    for start, end in sorted(interval for interval in intervals if interval.start < interval.end):
        if result and start <= result[-1].end:
            result[-1] = Interval(result[-1].start, max(end, result[-1].end))
        else:
            result.append(Interval(start, end))
    return result


def add_running(start: datetime, length: timedelta, stopped: Sequence[Interval]) -> datetime:
    """The moment at which `length` of running time has passed since `start`, while the clock stands still in `stopped`."""
    for pause in merged(stopped):
        if pause.end <= start:
            continue
        if start + length <= pause.start:
            break
        length -= max(pause.start - start, timedelta())
        start = pause.end
    return start + length


def running_between(start: datetime, end: datetime, stopped: Sequence[Interval]) -> timedelta:
    """How much time ran from `start` to `end`, intervals of standing still left out."""
    still = (min(end, pause.end) - max(start, pause.start) for pause in merged(stopped) if pause.end > start and pause.start < end)
    return max(end - start - sum(still, timedelta()), timedelta())


def slide(moment: datetime, person: PersonalTime) -> datetime:
    """The moment itself, or the end of the quiet hours, days off and absences it falls into, at most `LONGEST_SLIDE` later."""
    latest = moment + LONGEST_SLIDE
    away = merged([*_quiet_around(moment, person), *person.absences])
    for interval in away:
        if interval.start <= moment < interval.end:
            moment = interval.end
    return min(moment, latest)


def deadline(asked_at: datetime, length: timedelta, person: PersonalTime, pauses: Sequence[Interval] = ()) -> datetime:
    """When time runs out for a question asked at `asked_at`: absences and pauses stop the clock, quiet hours and days off slide it."""
    return slide(add_running(asked_at, length, [*pauses, *person.absences]), person)


def next_hour(earliest: datetime, hour: int, days: Sequence[int], zone: tzinfo) -> datetime:
    """The first moment at or after `earliest` at which it is `hour` o'clock in `zone` on one of these weekdays (Monday is 0)."""
    first = earliest.astimezone(zone).date()
    moments = (_at(first + number * DAY, hour * 60, zone) for number in range(9) if (first + number * DAY).weekday() in days)
    return next(moment for moment in moments if moment >= earliest)


def _quiet_around(moment: datetime, person: PersonalTime) -> list[Interval]:
    """Quiet hours and days off from the day before the moment until the longest slide is used up, in UTC."""
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
    """A wall-clock moment as UTC. In the missing hour of spring it is the moment after the jump; of a doubled hour, the first."""
    wall = datetime.combine(day, time(minutes // 60 % 24, minutes % 60), zone)
    return wall.astimezone(UTC)
