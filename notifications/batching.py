"""When a message goes out: at once, together with others a little later, or in the day's one mail. Pure functions of time."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

JOINS = timedelta(minutes=2)
"""So long a message that joins others waits for one of its thread; who moves against machines gets one mail then, not two."""


def zone_of(name: str) -> ZoneInfo:
    """The named time zone, or UTC when a row names one this machine does not know."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def window_end(opened: datetime, minutes: int) -> datetime:
    """When the first of several messages stops waiting for the others."""
    return opened + timedelta(minutes=minutes)


def next_hour(now: datetime, zone: ZoneInfo, hour: int) -> datetime:
    """The next time the clocks of `zone` show `hour`:00, strictly after `now`, in UTC.

    On the day a clock springs over that hour it is the first moment after the gap; on the day it shows the hour twice,
    the first one.
    """
    today = now.astimezone(zone).date()
    for days in range(3):
        local = datetime.combine(today + timedelta(days=days), time(hour), tzinfo=zone)
        moment = local.astimezone(ZoneInfo("UTC"))
        if moment > now:
            return moment
    raise AssertionError("Three days always contain the hour.")
