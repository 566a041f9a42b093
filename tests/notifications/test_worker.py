"""A real Celery worker on a real Valkey: from the commit to the mail, and what a dead broker costs (latency, nothing else)."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from celery import current_app
from django.conf import settings as site
from django.db import connection, transaction
from pytest_django import Settings

from fateapp import addresses
from notifications import outbox, wake
from notifications.tasks import deliver_messages
from tests.notifications.cast import MakePlayer
from tests.notifications.sink import Sink

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def broker(redis_url: str, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> str:
    """This run's Valkey, for this process too."""
    monkeypatch.setattr(wake, "_rest_until", 0.0)
    monkeypatch.setattr(current_app.conf, "broker_url", addresses.broker(redis_url))
    return redis_url


@pytest.fixture
def worker(broker: str, sink: Sink, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`celery worker` as the site runs it, with this test's database and mail server."""
    given = urlsplit(os.environ["FATE_DATABASE_URL"])
    wanted = {
        "FATE_DATABASE_URL": given._replace(path="/" + connection.settings_dict["NAME"]).geturl(),
        "FATE_REDIS_URL": broker,
        "FATE_EMAIL_URL": f"smtp://127.0.0.1:{sink.port}",
        "FATE_SECRET_KEY": site.SECRET_KEY,
    }
    command = [sys.executable, "-m", "celery", "-A", "fateapp.celery", "worker", "--pool=threads", "--concurrency=1"]
    with (tmp_path / "worker.log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--without-gossip", "--without-mingle"], env=os.environ | wanted, cwd=site.BASE_DIR, stdout=log, stderr=log
        )
        yield process
        process.terminate()
        process.wait(30)


def eventually(true: Callable[[], bool], seconds: float = 120) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "It did not happen in time."
        time.sleep(0.05)


def test_worker_sends_soon_after_the_commit(make_player: MakePlayer, sink: Sink, worker: subprocess.Popen[bytes]) -> None:
    anna = make_player("anna")
    for number in range(2):
        with transaction.atomic():
            outbox.put("test", anna.pk, str(number))
            committed = time.monotonic()
        eventually(lambda number=number: len(sink.mails) == number + 1)  # type: ignore[misc]

    assert time.monotonic() - committed < 5  # the second one: the worker is up by then
    assert worker.poll() is None


def test_commit_does_not_need_a_broker_and_no_mail_is_lost(
    make_player: MakePlayer, sink: Sink, monkeypatch: pytest.MonkeyPatch, broker: str
) -> None:
    monkeypatch.setattr(current_app.conf, "broker_url", "redis://127.0.0.1:1/0")
    began = time.monotonic()
    with transaction.atomic():
        outbox.put("test", make_player("anna").pk, "1")
    assert time.monotonic() - began < 2
    assert sink.mails == []

    deliver_messages()  # what the next tick calls
    assert len(sink.mails) == 1
