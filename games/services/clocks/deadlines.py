"""Deadlines and reminders of one question, as pure functions: `now` is always passed in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.services.clocks import availability
from games.services.clocks.availability import Interval, PersonalTime
from games.services.clocks.pace import Pace

NOTHING = timedelta()

LEADS = (timedelta(hours=24), timedelta(hours=4))
"""How long before the deadline people are reminded unless they chose otherwise, longest first."""

SHORTEST_SHARE = 3
"""A reminder that would come in the first third of the time is left out; a short pace keeps one at its last third."""

SHORTEST_DAY = timedelta(hours=10)
"""A table with a fixed hour gives at least this much time: who is asked at noon has until tomorrow evening's hour."""


def deadline(
    pace: Pace,
    asked_at: datetime,
    reserve: int = 0,
    person: PersonalTime = availability.ALWAYS_THERE,
    stopped: Sequence[Interval] = (),
    extra: timedelta = NOTHING,
) -> datetime | None:
    """The moment at which time runs out for a question asked at `asked_at`, or None without a limit.

    `reserve` is what is left of the seat's bank or reserve; `stopped` are pauses of the game; `extra` is time given by others, which
    is all the time there is where a table without a limit has come to one (`absence.nudges`).
    """
    if not pace.limited:
        return availability.deadline(asked_at, extra, person, stopped) if extra else None
    if pace.kind == "daily":
        earliest = availability.add_running(asked_at, SHORTEST_DAY, [*stopped, *person.absences])
        return availability.slide(availability.next_hour(earliest, pace.hour, pace.days, person.zone) + extra, person)
    return availability.deadline(asked_at, pace.allowance(reserve) + extra, person, stopped)


def used(asked_at: datetime, now: datetime, person: PersonalTime, stopped: Sequence[Interval] = ()) -> timedelta:
    """How much running time a question has taken."""
    return availability.running_between(asked_at, now, [*stopped, *person.absences])


def reminders(asked_at: datetime, due_at: datetime, leads: Sequence[timedelta] = LEADS) -> list[datetime]:
    """The moments of reminder for one question, in order. Short paces get a single one at two thirds of the time."""
    whole = due_at - asked_at
    moments = [due_at - lead for lead in sorted(leads, reverse=True) if lead <= whole - whole / SHORTEST_SHARE]
    return moments or ([asked_at + whole * (SHORTEST_SHARE - 1) / SHORTEST_SHARE] if leads else [])


def next_reminder(
    asked_at: datetime | None, due_at: datetime | None, after: datetime, leads: Sequence[timedelta] = LEADS
) -> datetime | None:
    """The first reminder later than `after`, or None when there is none left."""
    if asked_at is None or due_at is None:
        return None
    return next((moment for moment in reminders(asked_at, due_at, leads) if moment > after), None)
