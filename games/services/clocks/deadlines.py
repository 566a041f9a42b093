"""Deadlines and reminders of one question, as pure functions: `now` is a parameter."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.services.clocks import availability
from games.services.clocks.availability import Interval, PersonalTime
from games.services.clocks.pace import Pace

NOTHING = timedelta()

LEADS = (timedelta(hours=24), timedelta(hours=4))
"""The default times before the deadline at which reminders are sent, longest first."""

SHORTEST_SHARE = 3
"""A reminder in the first third of the time is left out. If none is left, one is sent when two thirds have passed."""

SHORTEST_DAY = timedelta(hours=10)
"""The least time for an answer at a table with a fixed hour; a later question gets the hour of the next day."""


def deadline(
    pace: Pace,
    asked_at: datetime,
    reserve: int = 0,
    person: PersonalTime = availability.ALWAYS_THERE,
    stopped: Sequence[Interval] = (),
    extra: timedelta = NOTHING,
) -> datetime | None:
    """The deadline of a question asked at `asked_at`, or None without a limit.

    `reserve` are the seconds left of the seat's bank or reserve; `stopped` are the pauses of the game; `extra` is time given by other
    players. At a table without a limit, `extra` is the whole time once a nudge has set a deadline (`absence.nudges`).
    """
    if not pace.limited:
        return availability.deadline(asked_at, extra, person, stopped) if extra else None
    if pace.kind == "daily":
        earliest = availability.add_running(asked_at, SHORTEST_DAY, [*stopped, *person.absences])
        return availability.slide(availability.next_hour(earliest, pace.hour, pace.days, person.zone) + extra, person)
    return availability.deadline(asked_at, pace.allowance(reserve) + extra, person, stopped)


def used(asked_at: datetime, now: datetime, person: PersonalTime, stopped: Sequence[Interval] = ()) -> timedelta:
    """The running time of a question until `now`."""
    return availability.running_between(asked_at, now, [*stopped, *person.absences])


def reminders(asked_at: datetime, due_at: datetime, leads: Sequence[timedelta] = LEADS) -> list[datetime]:
    """The moments of the reminders of one question, in order. A short pace has a single one after two thirds of the time."""
    total = due_at - asked_at
    moments = [due_at - lead for lead in sorted(leads, reverse=True) if lead <= total - total / SHORTEST_SHARE]
    return moments or ([asked_at + total * (SHORTEST_SHARE - 1) / SHORTEST_SHARE] if leads else [])


def next_reminder(
    asked_at: datetime | None, due_at: datetime | None, after: datetime, leads: Sequence[timedelta] = LEADS
) -> datetime | None:
    """The first reminder later than `after`, or None when there is none."""
    if asked_at is None or due_at is None:
        return None
    return next((moment for moment in reminders(asked_at, due_at, leads) if moment > after), None)
