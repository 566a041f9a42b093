"""Tests of the sweeper as a process: it needs only PostgreSQL, and its errors appear where operators look."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from fateapp import metrics, processes
from fateapp.management.commands import sweeper
from fateapp.ops.doctor import Level, stores
from games.models import Heartbeat, Move, Outage, Seat
from games.services.clocks.pace import PRESETS
from games.services.tables import lobby
from notifications.clock import database_now
from tests.fateapp.waiting import until
from tests.games.conftest import person, start

SECOND = timedelta(seconds=1)


@contextmanager
def running(log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A sweeper as `up` runs it, without a Valkey and a mail server at their addresses."""
    given = urlsplit(os.environ["FATE_DATABASE_URL"])
    wanted = {
        "FATE_DATABASE_URL": given._replace(path="/" + connection.settings_dict["NAME"]).geturl(),
        "FATE_REDIS_URL": "redis://127.0.0.1:1/0",
        "FATE_EMAIL_URL": "smtp://127.0.0.1:1",
        "FATE_SECRET_KEY": settings.SECRET_KEY,
    }
    command = [sys.executable, "-m", *processes.commands("127.0.0.1", 8000, 1, checked=True)["sweeper"].split()]
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=os.environ | wanted, cwd=settings.BASE_DIR, stdout=output, stderr=output)
        try:
            yield process
        finally:
            process.terminate()
            process.wait(30)


@pytest.mark.django_db(transaction=True)
def test_deadlines_are_judged_and_bots_play_without_broker_and_mail_server(tmp_path: Path) -> None:
    games = [start(person(f"a{n}"), person(f"b{n}"), now=database_now() - timedelta(hours=1)) for n in range(3)]
    Seat.objects.filter(pending=True).update(due_at=database_now() - SECOND)
    alone = person("carol")
    table = lobby.create(alone, "turn_of_fate", 2, pace=PRESETS["day"], now=database_now() - timedelta(minutes=1))
    lobby.seat_bot(table, alone, now=database_now() - timedelta(minutes=1))
    log = tmp_path / "sweeper.log"
    with running(log) as process:
        until(lambda: Move.objects.filter(source="timeout").count() == 3, "the timeouts", 90)
        until(lambda: not Seat.objects.filter(game=table, is_bot=True, pending=True).exists(), "the bot", 90)
        process.terminate()
        assert process.wait(15) == 0, log.read_text()
    assert Move.objects.filter(source="timeout").values("game").distinct().count() == len(games)
    assert not Outage.objects.exists()
    assert Heartbeat.objects.get().swept_at is not None


@pytest.mark.django_db(transaction=True)
def test_duty_goes_on_after_it_failed_and_after_the_database_was_away() -> None:
    """A connection that the server has closed is replaced; an unexpected error is logged and the duty runs again."""
    stop, rounds = threading.Event(), list[int]()

    def act(_now: object) -> bool:
        rounds.append(len(rounds))
        if len(rounds) == 1:
            raise RuntimeError("unforeseen")
        if len(rounds) == 2:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        stop.set() if len(rounds) == 4 else None
        return False

    thread = threading.Thread(target=sweeper.keep_on, args=(sweeper.Duty("test", 0.01, act), stop))
    thread.start()
    thread.join(60)
    assert rounds == [0, 1, 2, 3]


@pytest.mark.django_db
def test_rounds_that_fail_show_in_readiness_metrics_and_doctor(client: Client) -> None:
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": database_now(), "swept_at": database_now()})
    assert client.get("/readyz").content == b"ready\n"
    swept_at = database_now() - timedelta(minutes=4)
    Heartbeat.objects.update(swept_at=swept_at, failures=7, error="ProgrammingError: no such column")
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.content.decode().splitlines()[0] == "ready"
    assert "240 s ago, 7 have failed since" in answer.content.decode().replace("241", "240").replace("242", "240")
    figures = metrics.figures()
    assert figures["fate_failed_rounds"] == 7
    assert figures["fate_sweeper_lag_seconds"] == pytest.approx(240, abs=20)
    found = {finding.name: finding for finding in stores.workers()}
    assert found["rounds"].level is Level.FAIL
    assert "7 in a row have failed, the last with ProgrammingError: no such column" in found["rounds"].said
    assert found["sweeper"].level is Level.FAIL


@pytest.mark.django_db
def test_sweeper_that_never_ran_shows_in_readiness(client: Client) -> None:
    Heartbeat.objects.all().delete()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"ready\nno deadline has ever been judged: the sweeper does not run\n")
