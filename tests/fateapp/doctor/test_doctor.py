"""Tests of `manage.py doctor`: each check against a working and a broken service."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import redis
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper
from django.test import Client
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from fateapp import metrics
from fateapp.installation import CODE as PROJECT
from fateapp.management.commands.prepare import Command as Prepare
from fateapp.ops.doctor import finding as findings, machine, mail, stores, web
from fateapp.ops.doctor.finding import Finding, Level
from fateapp.preparation import Preparation
from fateapp.service_urls import broker as broker_address
from games.models import Heartbeat
from notifications.clock import database_now
from notifications.models import Circuit, Message
from tests.games.conftest import person
from tests.notifications.sink import Sink
from tests.ports import free_port

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def levels(found: list[Finding]) -> dict[str, Level]:
    """Level by name of the check."""
    return {finding.name: finding.level for finding in found}


@pytest.mark.django_db
def test_database_that_is_well() -> None:
    assert levels(list(stores.database())) == {"database": Level.OK, "tables": Level.OK, "clock": Level.OK}


@pytest.mark.django_db
def test_database_out_of_reach_is_one_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a database there is one failure; the checks that depend on it are not reported."""
    nobody = DatabaseWrapper(connection.settings_dict | {"HOST": "/nonexistent"})
    monkeypatch.setattr(stores, "connection", nobody)
    monkeypatch.setattr(metrics, "connection", nobody)
    found = list(stores.database())
    assert levels(found) == {"database": Level.FAIL}
    assert levels(list(stores.workers())) == {"worker lag": Level.SKIP}
    assert "FATE_DATABASE_URL" in found[0].remedy


@pytest.mark.django_db
def test_missing_migration_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fateapp.web.health.known_migrations", lambda: frozenset({("games", "9999_tomorrow")}))
    assert levels(list(stores.database()))["tables"] is Level.FAIL


@pytest.mark.parametrize(
    ("seconds", "level"), [(0, Level.OK), (0.9, Level.OK), (-3, Level.WARN), (3, Level.WARN), (60, Level.FAIL), (-60, Level.FAIL)]
)
def test_clock(seconds: float, level: Level) -> None:
    """The database's clock is read within a tenth of a second, so smaller differences are not reported."""
    assert stores.clock(NOON, NOON + timedelta(seconds=seconds), NOON + timedelta(seconds=0.1)).level is level


def test_broker_that_is_well(settings: Settings, redis_url: str) -> None:
    settings.CELERY_BROKER_URL = broker_address(redis_url)
    with redis.Redis.from_url(redis_url) as client:
        client.flushdb()  # earlier tests may have called workers that do not run
    assert levels(list(stores.broker())) == {"broker": Level.OK}


def test_broker_out_of_reach_is_a_failure(settings: Settings) -> None:
    settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert levels(list(stores.broker())) == {"broker": Level.FAIL}


@pytest.mark.django_db
def test_site_that_nobody_works_for() -> None:
    """No round was run yet, and a message has been due for an hour."""
    assert levels(list(stores.workers())) == {"sweeper": Level.FAIL, "deadlines": Level.OK, "outbox": Level.OK}
    Message.objects.create(kind="test", recipient=person("ada"), channel="email", key="x", not_before=NOON)
    assert levels(list(stores.workers()))["outbox"] is Level.FAIL


@pytest.mark.django_db
def test_calls_that_nobody_makes_are_late_and_those_that_wait_for_a_dead_server_are_not() -> None:
    now = database_now()
    late = Message.objects.create(kind="test", recipient=person("ada"), channel="webhook:1", key="x", not_before=now + timedelta(hours=1))
    Circuit.objects.create(name="webhook:1", failures=3, open_until=now + timedelta(hours=1))
    (found,) = stores.calls()
    assert (found.level, found.said) == (Level.OK, "no call is late; not called at the moment, because they fail: 1 of webhook")
    for minutes, level in ((2, Level.WARN), (11, Level.FAIL)):
        late.not_before = now - timedelta(minutes=minutes)
        late.save()
        assert levels(list(stores.calls())) == {"calls": level}


@pytest.mark.django_db
def test_sweeper_that_is_well() -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO games_heartbeat (id, beat_at) VALUES (1, now())")
    assert levels(list(stores.workers()))["sweeper"] is Level.OK
    Heartbeat.objects.update(beat_at=NOON)
    assert levels(list(stores.workers()))["sweeper"] is Level.FAIL


def by_smtp(settings: Settings, port: int) -> None:
    """A site that sends mail to a relay on loopback."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.DEFAULT_FROM_EMAIL = "127.0.0.1", port, "Fate <fate@fate.example>"


def test_relay_that_is_well_gets_no_mail(settings: Settings) -> None:
    """The SMTP conversation ends before DATA."""
    with Sink() as sink:
        by_smtp(settings, sink.port)
        assert levels(list(mail.relay())) == {"mail relay": Level.OK}
        assert (sink.connections, sink.mails) == (1, [])


def test_relay_that_refuses_our_sender_is_a_failure(settings: Settings) -> None:
    with Sink(mail_from=["550 5.7.1 Not you"]) as sink:
        by_smtp(settings, sink.port)
        found = list(mail.relay())
    assert levels(found) == {"mail relay": Level.FAIL}
    assert "550 5.7.1 Not you" in found[0].said


def test_relay_out_of_reach_is_a_failure(settings: Settings) -> None:
    by_smtp(settings, free_port())
    assert levels(list(mail.relay())) == {"mail relay": Level.FAIL}
    assert mail.send_test("ada@example.org").level is Level.FAIL


def test_real_mail_on_request(settings: Settings) -> None:
    with Sink() as sink:
        by_smtp(settings, sink.port)
        assert mail.send_test("ada@example.org").level is Level.OK
        assert [sent["Subject"] for sent in sink.to("ada@example.org")] == ["A test of your fateapp"]


def test_reception(settings: Settings) -> None:
    """A mail server that greets, a port where none listens, and no reception configured."""
    assert levels(list(mail.reception())) == {"mail reception": Level.SKIP}
    with Sink() as sink:
        settings.FATE_MAILIN_LISTEN = [f"smtp://127.0.0.1:{sink.port}"]
        assert levels(list(mail.reception())) == {"mail reception": Level.OK}
    assert levels(list(mail.reception())) == {"mail reception": Level.FAIL}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("proxies", "levels_wanted"),
    [(0, {"public address": Level.OK, "proxy headers": Level.OK}), (1, {"public address": Level.OK, "proxy headers": Level.FAIL})],
)
def test_site_believes_only_announced_proxies(
    settings: Settings, live_server: LiveServer, proxies: int, levels_wanted: dict[str, Level]
) -> None:
    """With an announced proxy that does not exist, every client could choose its address."""
    settings.SITE_URL = live_server.url
    settings.PROXY_COUNT = settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    assert levels(list(web.public_address())) == levels_wanted


def test_site_out_of_reach_is_a_warning(settings: Settings) -> None:
    settings.SITE_URL = f"http://127.0.0.1:{free_port()}"
    assert levels(list(web.public_address())) == {"public address": Level.WARN}


@pytest.mark.parametrize(
    ("proxies", "seen", "level"),
    [
        (0, {"address": "198.51.100.4", "forwarded": web.MADE_UP, "secure": False}, Level.OK),
        (0, {"address": "127.0.0.1", "forwarded": "198.51.100.4", "secure": False}, Level.FAIL),
        (1, {"address": "198.51.100.4", "forwarded": "198.51.100.4", "secure": True}, Level.FAIL),
        (1, {"address": "198.51.100.4", "forwarded": "198.51.100.4", "secure": False}, Level.OK),
    ],
)
def test_what_follows_from_what_the_site_sees(settings: Settings, proxies: int, seen: dict[str, object], level: Level) -> None:
    """No proxy; an unannounced proxy; https announced for a plain site; a correct setup."""
    settings.PROXY_COUNT, settings.SITE_IS_SECURE = proxies, False
    assert web.judge(seen).level is level


@pytest.mark.django_db
def test_mirror_answers_only_who_has_the_key(client: Client) -> None:
    assert [client.get(path).status_code for path in ("/healthz/mirror", "/healthz/mirror?proof=made-up")] == [404, 404]


def test_disk_and_backups(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data directory that does not exist yet is judged by the disk of its parent."""
    settings.DATA_DIR = tmp_path / "not" / "yet"
    usage = type(shutil.disk_usage("/"))
    for free, level in ((50e9, Level.OK), (1e9, Level.WARN), (0.1e9, Level.FAIL)):
        monkeypatch.setattr(shutil, "disk_usage", lambda folder, free=free: usage(100e9, 100e9 - free, free))
        assert [finding.level for finding in machine.disk()] == [level]
    assert [finding.level for finding in machine.backups()] == [Level.WARN]
    settings.DATA_DIR = tmp_path
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "a.fate-backup").touch()
    assert [finding.level for finding in machine.backups()] == [Level.OK]
    old = time.time() - 3 * 86400
    os.utime(tmp_path / "backups" / "a.fate-backup", (old, old))
    assert [finding.level for finding in machine.backups()] == [Level.FAIL]


def test_report_and_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Warnings leave the exit code 0; a failure sets it after all checks are reported."""
    command = "fateapp.management.commands.doctor.EXAMINATIONS"
    fine, poor, bad = findings.ok("a", "well"), findings.warn("b", "so so", "rest"), findings.fail("c", "broken", "mend it")
    said = io.StringIO()
    monkeypatch.setattr(command, (lambda: [fine], lambda: [poor]))
    call_command("doctor", stdout=said, no_color=True)
    assert said.getvalue() == "ok    a: well\nwarn  b: so so\n      -> rest\n"
    monkeypatch.setattr(command, (lambda: [bad], lambda: [fine]))
    said = io.StringIO()
    with pytest.raises(CommandError, match="1 thing is broken"):
        call_command("doctor", "--json", stdout=said)
    assert [json.loads(line)["level"] for line in said.getvalue().splitlines()] == ["fail", "ok"]


def test_stores_that_nobody_has_made_yet_are_told_as_such(tmp_path: Path) -> None:
    """Stores that do not exist yet are reported as such, without socket paths, which no setting of the operator names."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("FATE_", "DJANGO_", "PYTEST"))}
    command = [sys.executable, str(PROJECT / "manage.py"), "doctor"]
    done = subprocess.run(command, env=plain | {"FATE_DATA_DIR": str(tmp_path)}, capture_output=True, text=True, check=False, timeout=120)
    assert (
        "fail  database: there is none yet\n      -> Start the site here once (`python3 manage.py up`), or set FATE_DATABASE_URL"
        in done.stdout
    )
    assert (
        "fail  broker: there is none yet\n      -> Start the site here once (`python3 manage.py up`), or set FATE_REDIS_URL" in done.stdout
    )
    assert "nonexistent" not in done.stdout + done.stderr


def test_preparation_says_that_the_broker_does_not_answer(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    """The site starts anyway; the operator reads the sentence below the address."""
    port = free_port()
    settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{port}/0"
    Prepare()._broker()
    said = capsys.readouterr().out
    assert said.startswith("warning: The broker does not answer: ")
    assert f"127.0.0.1:{port}" in said
    assert "correct FATE_BROKER_URL or FATE_REDIS_URL" in said
    preparation = Preparation({}, demo=False)
    assert preparation.take(said.strip())
    assert preparation.warnings == [said.strip().removeprefix("warning: ")]
