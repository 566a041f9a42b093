"""Celery beat: publishes scheduled tasks by name, so it needs neither Django nor a database.

The schedule is in memory. Two beats, or none for a while, only change how soon due rows are processed.
"""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

from celery import Celery
from celery.beat import Scheduler
from celery.schedules import schedule

from fateapp import broker, liveness
from fateapp.embedded import instance_record
from fateapp.environment import read

BEGAN, SINCE = datetime.now(UTC), time.monotonic()


def monotonic_now() -> datetime:
    """The time of day by the monotonic clock. With the system clock, beat would publish nothing for a day after the clock is set back a
    day.
    """
    return BEGAN + timedelta(seconds=time.monotonic() - SINCE)


def with_monotonic_clock(entry: dict[str, Any]) -> dict[str, Any]:
    """A schedule entry that uses `monotonic_now`."""
    return entry | {"schedule": schedule(entry["schedule"], nowfun=monotonic_now)}


class Clock(Scheduler):  # type: ignore[misc]  # Celery has no types
    """Celery's in-memory scheduler; each tick touches the liveness file."""

    def tick(self, *args: Any, **options: Any) -> Any:
        """Publish what is due; returns the seconds until the next tick."""
        liveness.touch()
        return super().tick(*args, **options)


app = Celery("fateapp", fixups=[], set_as_current=False)  # when tests import it, the site's application stays the current one
BROKER = (
    read("FATE_BROKER_URL") or read("FATE_REDIS_URL") or instance_record.load(read("FATE_DATA_DIR")).redis_url or instance_record.NO_REDIS
)
app.conf.update(broker.settings(BROKER))
app.conf.update(
    broker_connection_retry_on_startup=True,
    task_publish_retry_policy=broker.PUBLISH_RETRY,
    task_ignore_result=True,
    beat_schedule={name: with_monotonic_clock(entry) for name, entry in broker.SCHEDULE.items()},
    timezone="UTC",
)
