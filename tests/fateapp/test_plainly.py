"""Tests of error messages of commands: database problems are explained with a remedy; programming errors keep their traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction
from pytest_django.fixtures import Settings

from fateapp import running_instance
from fateapp.embedded import lock
from fateapp.installation import CODE as PROJECT
from fateapp.ops import database_messages


def said(statement: str) -> str | None:
    """The message for the error that a statement raises."""
    with pytest.raises(DatabaseError) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    return database_messages.sentence(caught.value)


@pytest.mark.django_db
def test_tables_that_are_missing_and_disks_that_are_full_are_told_with_a_remedy() -> None:
    assert "Run `python3 manage.py migrate`" in (said("SELECT 1 FROM games_nothing") or "")
    assert "Run `python3 manage.py migrate`" in (said("SELECT nothing FROM games_game") or "")
    full = said("DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full', HINT = 'Check free disk space.'; END $$")
    assert full == "The disk of the database is full. Make room, then give the same command again. (could not extend file)"
    assert said("SELEC 1") is None


@pytest.mark.django_db
def test_server_that_does_not_answer_is_named_in_one_line(settings: Settings, tmp_path: Path) -> None:
    """Of the embedded database, which `up` runs, the remedy was to start PostgreSQL or to correct a setting that is not set."""
    error = OperationalError("connection failed: Connection refused\n\tIs the server running?")
    settings.FATE = settings.FATE | {"FATE_DATABASE_URL": "postgresql://elsewhere/fate"}
    assert database_messages.sentence(error) == (
        "The database cannot be reached: connection failed: Connection refused. Start PostgreSQL, or correct FATE_DATABASE_URL."
    )
    settings.FATE = settings.FATE | {"FATE_DATABASE_URL": None}
    assert database_messages.sentence(error) == (
        "The site is not running here. Start it (`python3 manage.py up`), then give the same command again. "
        "(connection failed: Connection refused)"
    )
    full = OperationalError("connection failed: FATAL:  could not write init file: No space left on device")
    assert (database_messages.sentence(full) or "").startswith("The disk of the database is full. Make room")
    settings.DATA_DIR = tmp_path
    running_instance.announce(tmp_path, running_instance.Running("http://127.0.0.1:1", [], 7, 0.0))
    with lock.hold(tmp_path / "lock"):
        assert (database_messages.sentence(error) or "").endswith(
            f"`up` starts it again by itself; if not, see {tmp_path}/log/postgres.log."
        )


def test_command_before_there_is_a_site(tmp_path: Path) -> None:
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("FATE_", "DJANGO_", "PYTEST"))}
    command = [sys.executable, str(PROJECT / "manage.py"), "audit"]
    environment = plain | {"FATE_DATA_DIR": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert database_messages.NOT_THERE in done.stderr


def test_reader_that_ends_early_is_no_error(tmp_path: Path) -> None:
    """`manage.py config | head` ended in a traceback."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("FATE_", "DJANGO_", "PYTEST"))}
    command = [sys.executable, str(PROJECT / "manage.py"), "config"]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        command, env=plain | {"FATE_DATA_DIR": str(tmp_path)}, stdout=writer, stderr=subprocess.PIPE, text=True, check=False, timeout=120
    )
    os.close(writer)
    assert (done.returncode, "Traceback" in done.stderr, "BrokenPipe" in done.stderr) == (141, False, False)
