"""Tests of a real Celery worker on a real Valkey: from the commit to the mail, and the effect of a dead broker (delay only)."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from celery import current_app
from django.db import transaction
from pytest_django import Settings

from fateapp import service_urls
from notifications import outbox
from notifications.broker import task_signals
from notifications.models import Message
from notifications.tasks import deliver_messages
from tests.notifications.cast import MakePlayer
from tests.notifications.sink import Sink
from tests.notifications.working import working
from tests.stopwatch import Stopwatch, stretched

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def broker(redis_url: str, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> str:
    """The Valkey of this run, also for this process."""
    monkeypatch.setattr(task_signals, "_backoff_until", 0.0)
    monkeypatch.setattr(current_app.conf, "broker_url", service_urls.broker(redis_url))
    return redis_url


@pytest.fixture
def worker(broker: str, sink: Sink, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A worker on the Valkey of this run."""
    with working(sink, tmp_path / "worker.log", FATE_REDIS_URL=broker) as process:
        yield process


def eventually(true: Callable[[], bool], seconds: float = 240) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "It did not happen in time."
        time.sleep(0.05)


def test_worker_sends_soon_after_the_commit(make_player: MakePlayer, sink: Sink, worker: subprocess.Popen[bytes]) -> None:
    anna = make_player("anna")
    for number in range(2):
        with transaction.atomic():
            outbox.put("test", anna.pk, str(number))
            watch = Stopwatch()
        eventually(lambda number=number: len(sink.mails) == number + 1)  # type: ignore[misc]

    assert watch.seconds < stretched(5)  # the second one: the worker is up by then
    assert worker.poll() is None


def test_commit_does_not_need_a_broker_and_no_mail_is_lost(
    make_player: MakePlayer, sink: Sink, monkeypatch: pytest.MonkeyPatch, broker: str
) -> None:
    monkeypatch.setattr(current_app.conf, "broker_url", "redis://127.0.0.1:1/0")
    watch = Stopwatch()
    with transaction.atomic():
        outbox.put("test", make_player("anna").pk, "1")
    assert watch.seconds < 2
    assert sink.mails == []

    deliver_messages()  # called by the next tick
    assert len(sink.mails) == 1


def test_worker_told_to_stop_does_not_wait_for_a_silent_mail_server(
    make_player: MakePlayer, sink: Sink, worker: subprocess.Popen[bytes]
) -> None:
    """The supervisor waits ten seconds before it kills the worker. The mail stays in the outbox."""
    anna = make_player("anna")
    sink.script[anna.email] = "stall"
    with transaction.atomic():
        outbox.put("test", anna.pk, "1")
    eventually(lambda: Message.objects.get().state == "sending" and sink.connections == 1)
    worker.terminate()
    told = time.monotonic()
    assert worker.wait(30) == 0
    assert time.monotonic() - told < 10
    assert Message.objects.get().state == "queued"
