"""Tests of beat: it schedules existing tasks, does not load Django, and its tasks do not queue up."""

from __future__ import annotations

import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

import pytest
from celery.beat import Scheduler

from fateapp import beat, broker
from fateapp.celery import app


def test_every_tick_names_a_task_there_is() -> None:
    """Beat knows tasks by name only."""
    app.loader.import_default_modules()
    assert [entry["task"] for entry in broker.SCHEDULE.values() if entry["task"] not in app.tasks] == []


def test_every_tick_expires_before_the_next() -> None:
    """While no worker runs, scheduled tasks must not queue up."""
    assert all(0 < entry["options"]["expires"] <= entry["schedule"] for entry in broker.SCHEDULE.values())


def test_beat_loads_neither_django_nor_a_database_driver() -> None:
    """This saves two thirds of the memory."""
    script = "import sys, fateapp.beat; print([name for name in ('django.db', 'django.apps', 'psycopg', 'games') if name in sys.modules])"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_ticks_go_on_when_the_clock_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after the correction of a wrong clock; Celery's own schedule would wait until the old time is reached again."""
    scheduler = Scheduler(beat.app)
    entry = scheduler.schedule["sweep-deadlines"]
    assert not entry.is_due().is_due
    later = time.monotonic() + broker.SCHEDULE["sweep-deadlines"]["schedule"] + 0.1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    monkeypatch.setattr(beat.app, "now", lambda: datetime.now(UTC) - timedelta(days=1))
    assert entry.is_due().is_due
    assert not next(entry).is_due().is_due
