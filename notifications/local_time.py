"""The time zone of a person, and the next time that its clocks show an hour. Pure functions of time."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def zone_of(name: str) -> ZoneInfo:
    """The named time zone, or UTC when this system does not know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def next_hour(now: datetime, zone: ZoneInfo, hour: int) -> datetime:
    """The next time the clocks of `zone` show `hour`:00, strictly after `now`, in UTC.

    On a day that skips the hour (start of daylight saving time) it is the first moment after the gap; on a day that has it twice, the first
    one.
    """
    today = now.astimezone(zone).date()
    for days in range(3):
        local = datetime.combine(today + timedelta(days=days), time(hour), tzinfo=zone)
        moment = local.astimezone(ZoneInfo("UTC"))
        if moment > now:
            return moment
    raise AssertionError("Three days always contain the hour.")
