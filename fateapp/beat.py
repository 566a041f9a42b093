"""Celery beat: publishes scheduled tasks. It knows them by name only, so it needs neither Django nor a database.

The schedule is kept in memory: two beats, or none for a while, change nothing but how soon due rows are looked at.
"""

from __future__ import annotations

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


def steady_now() -> datetime:
    """A time of day that nobody sets: by the machine's own, a beat whose clock is set back a day would be silent for that day."""
    return BEGAN + timedelta(seconds=time.monotonic() - SINCE)


def steadily(entry: dict[str, Any]) -> dict[str, Any]:
    """A line of the schedule that counts its seconds from tick to tick."""
    return entry | {"schedule": schedule(entry["schedule"], nowfun=steady_now)}


class Clock(Scheduler):  # type: ignore[misc]  # Celery has no types
    """Celery's own scheduler, which keeps its schedule in memory; each of its turns touches the liveness file."""

    def tick(self, *args: Any, **options: Any) -> Any:
        """Publish what is due, and say how long to sleep."""
        liveness.sign()
        return super().tick(*args, **options)


app = Celery("fateapp", fixups=[], set_as_current=False)  # where tests import it, the site's own stays the current one
BROKER = (
    read("FATE_BROKER_URL") or read("FATE_REDIS_URL") or instance_record.load(read("FATE_DATA_DIR")).redis_url or instance_record.NO_REDIS
)
app.conf.update(broker.settings(BROKER))
app.conf.update(
    broker_connection_retry_on_startup=True,
    task_publish_retry_policy=broker.PUBLISH_RETRY,
    task_ignore_result=True,
    beat_schedule={name: steadily(entry) for name, entry in broker.SCHEDULE.items()},
    timezone="UTC",
)
