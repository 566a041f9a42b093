"""Tests of `manage.py doctor` beside `manage.py up`: its advice names no unit, timer or setting, which such a site does not have."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from fateapp import running_instance
from fateapp.embedded import lock
from fateapp.ops.doctor import machine, mail, stores, web
from fateapp.ops.doctor.finding import Level
from fateapp.running_instance import Running
from tests.fateapp.doctor.test_doctor import by_smtp, levels
from tests.notifications.sink import Sink
from tests.ports import free_port


@pytest.fixture
def data_dir(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """A data directory where `up` runs, by its lock; only the environment of `up` itself has its settings."""
    settings.DATA_DIR = tmp_path
    settings.FATE = settings.FATE | {"FATE_DATABASE_URL": None}
    with lock.hold(tmp_path / "lock"):
        yield tmp_path


def announce(data_dir: Path, *, listen: list[str] | None = None, keep: int = 7, ago: float = 0, url: str = "http://127.0.0.1:9") -> None:
    """Write the record of a running site, as `up` does."""
    running_instance.announce(data_dir, Running(url, listen or [], keep, time.time() - ago))


def test_record_of_an_up_that_has_ended_counts_for_nothing(settings: Settings, tmp_path: Path) -> None:
    """`up` may have been killed, so the lock decides and not the record."""
    with lock.hold(tmp_path / "lock"):
        announce(tmp_path)
        assert running_instance.find(tmp_path) is not None
    assert running_instance.find(tmp_path) is None
    assert running_instance.find(tmp_path / "elsewhere") is None


def test_asking_who_runs_leaves_the_mark_of_an_unclean_end(tmp_path: Path) -> None:
    """Asking whether `up` runs must keep the mark of an unclean end: after one, the next `up` waits longer for its ports."""
    (tmp_path / "lock").write_text("process 1")
    announce(tmp_path)
    assert running_instance.find(tmp_path) is None
    with lock.hold(tmp_path / "lock") as held:
        assert held.left_unclean


@pytest.mark.parametrize(
    ("keep", "ago", "level", "words"),
    [
        (7, 10, Level.OK, "`up` makes the first one within the hour, then one a day, and keeps 7"),
        (7, 90_000, Level.FAIL, "See why `up` makes none"),
        (0, 10, Level.WARN, "FATE_BACKUP_KEEP=0 tells `up` to make none"),
    ],
)
def test_no_timer_is_advised_for_backups_that_up_makes(data_dir: Path, keep: int, ago: float, level: Level, words: str) -> None:
    announce(data_dir, keep=keep, ago=ago)
    (found,) = machine.backups()
    assert found.level is level
    assert words in f"{found.said} {found.remedy}"
    assert "systemd" not in found.remedy


def test_timer_is_advised_where_the_database_is_elsewhere(data_dir: Path, settings: Settings) -> None:
    """`up` makes no backups of a database server that it does not run."""
    settings.FATE = settings.FATE | {"FATE_DATABASE_URL": "postgresql://elsewhere/fate"}
    announce(data_dir, keep=0)
    (found,) = machine.backups()
    assert (found.level, "every night" in found.remedy) == (Level.WARN, True)


def test_reception_is_tried_where_up_listens(data_dir: Path, settings: Settings) -> None:
    """The address comes from the record of `up`; no setting in the doctor's environment names it."""
    assert settings.FATE_MAILIN_LISTEN == []
    with Sink() as sink:
        announce(data_dir, listen=[f"smtp://127.0.0.1:{sink.port}"])
        assert levels(list(mail.reception())) == {"mail reception": Level.OK}
    (found,) = mail.reception()
    assert (found.level, found.remedy) == (Level.FAIL, f"See {data_dir / 'log' / 'mailin.log'}.")
    announce(data_dir)
    assert levels(list(mail.reception())) == {"mail reception": Level.SKIP}


def test_site_is_asked_at_the_port_of_up(data_dir: Path, settings: Settings) -> None:
    port = free_port()
    announce(data_dir, url=f"http://127.0.0.1:{port}")
    settings.SITE_URL = "http://127.0.0.1:8000"
    (found,) = web.public_address()
    assert found.said.startswith(f"http://127.0.0.1:{port} cannot be reached")


@pytest.mark.django_db
def test_first_round_may_take_a_moment(data_dir: Path) -> None:
    for ago, level in ((5, Level.WARN), (300, Level.FAIL)):
        announce(data_dir, ago=ago)
        found = next(finding for finding in stores.workers() if finding.name == "sweeper")
        assert (found.level, "systemctl" in found.remedy) == (level, False)


@pytest.mark.parametrize(
    ("answer", "level"),
    [
        ("550 5.1.1 <fate@fate.example>: Recipient address rejected: User unknown in virtual mailbox table", Level.OK),
        ("550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup", Level.OK),
        ("550 no such user here", Level.OK),
        ("450 4.2.0 <fate@fate.example>: Recipient address rejected: Greylisted", Level.WARN),
        ("554 5.7.1 <fate@fate.example>: Relay access denied", Level.FAIL),
        ("550 5.7.60 SMTP; Client does not have permissions to send as this sender", Level.FAIL),
        ("553 5.1.8 Sender address rejected: Domain not found", Level.FAIL),
    ],
)
def test_relay_is_not_called_broken_because_our_sender_has_no_mailbox(settings: Settings, answer: str, level: Level) -> None:
    """The doctor asks whether the relay accepts a mail to the site's sender address; such a mailbox need not exist."""
    with Sink(script={"fate@fate.example": answer}) as sink:
        by_smtp(settings, sink.port)
        assert levels(list(mail.relay())) == {"mail relay": level}
        assert sink.mails == []
