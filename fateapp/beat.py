"""The clock: publishes the ticks of the schedule. It knows the tasks by name only, so it needs neither Django nor a database.

The schedule is kept in memory: two beats, or none for a while, change nothing but how soon due rows are looked at.
"""

from __future__ import annotations

from celery import Celery

from fateapp import broker
from fateapp.embedded import record
from fateapp.environment import read

app = Celery("fateapp", fixups=[])
BROKER = read("FATE_BROKER_URL") or read("FATE_REDIS_URL") or record.load(read("FATE_DATA_DIR")).redis_url or record.NO_REDIS
app.conf.update(broker.settings(BROKER))
app.conf.update(
    broker_connection_retry_on_startup=True,
    task_publish_retry_policy=broker.PUBLISH_RETRY,
    task_ignore_result=True,
    beat_schedule=broker.SCHEDULE,
    timezone="UTC",
)
