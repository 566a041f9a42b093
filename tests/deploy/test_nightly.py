"""Tests of the daily backup that `manage.py up` makes of its own database."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from fateapp import tasks
from fateapp.embedded.instance_record import Stores
from fateapp.ops import backup

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def made(folder: Path, at: datetime) -> None:
    """A file of this age."""
    path = folder / f"{at:%d-%H}{backup.SUFFIX}"
    path.touch()
    os.utime(path, (at.timestamp(), at.timestamp()))


def test_due_once_a_day(tmp_path: Path) -> None:
    """An hourly check makes one backup a day, and not at a later time each day."""
    assert backup.is_due(tmp_path / "none", NOON)
    made(tmp_path, NOON - timedelta(days=9))
    assert backup.is_due(tmp_path, NOON)
    made(tmp_path, NOON)
    assert [backup.is_due(tmp_path, NOON + timedelta(hours=hours)) for hours in (1, 23, 24)] == [False, False, True]


def test_backup_dated_by_a_clock_that_was_wrong_does_not_stop_the_next_ones(tmp_path: Path) -> None:
    """A start with the clock of another year would have made the last backup for years."""
    made(tmp_path, NOON + timedelta(days=3000))
    assert backup.is_due(tmp_path, NOON)
    made(tmp_path, NOON + timedelta(minutes=10))
    assert not backup.is_due(tmp_path, NOON)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("keep", "given", "calls"), [(7, "postgresql://ours", [7]), (0, "postgresql://ours", []), (7, "postgresql://elsewhere", [])]
)
def test_only_the_embedded_database_and_only_where_wanted(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keep: int, given: str, calls: list[int]
) -> None:
    """`up` sets the URL of its own database for its programs; another server has a timer of its own."""
    settings.DATA_DIR, settings.STORES = tmp_path, Stores("postgresql://ours")
    settings.FATE = settings.FATE | {"FATE_BACKUP_KEEP": keep, "FATE_DATABASE_URL": given}
    called: list[int] = []
    monkeypatch.setattr(tasks, "call_command", lambda name, keep: called.append(keep))
    tasks.back_up()
    assert called == calls
