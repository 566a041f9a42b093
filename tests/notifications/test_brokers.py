"""Tests of RabbitMQ's quorum queues and of a Valkey found by its sentinel: calls arrive, and a killed broker causes only delay."""

from __future__ import annotations

import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis
from amqp.exceptions import PreconditionFailed
from celery import current_app
from django.db import transaction
from kombu import Connection
from pytest_django import Settings

from fateapp import broker
from fateapp.embedded import binaries
from fateapp.ops.doctor import stores as doctor
from fateapp.ops.doctor.finding import Level
from notifications import outbox
from notifications.broker import task_signals
from notifications.tasks import deliver_messages
from tests.fateapp.waiting import until
from tests.notifications import rabbitmq
from tests.notifications.cast import MakePlayer
from tests.notifications.sink import Sink
from tests.notifications.working import working
from tests.ports import free_port

Use = Callable[[str], None]


@pytest.fixture
def fresh_backoff(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The back-off of the publisher is reset."""
    monkeypatch.setattr(task_signals, "_backoff_until", 0.0)
    return monkeypatch


@pytest.fixture
def use(fresh_backoff: pytest.MonkeyPatch, settings: Settings) -> Iterator[Use]:
    """Lets this process publish to the broker at a URL, with the settings of the site for Celery."""
    changes = dict(current_app.conf.changes)

    def here(address: str) -> None:
        for name, value in broker.settings(address).items():
            setattr(current_app.conf, name, value)
            setattr(settings, f"CELERY_{name.upper()}", value)
        forget()

    yield here
    current_app.conf.changes.clear()
    current_app.conf.changes.update(changes)
    forget()


def forget() -> None:
    """Drop the connections made with earlier settings."""
    current_app.__dict__.pop("amqp", None)
    task_signals._broker.cache_clear()


@pytest.fixture
def rabbit() -> Iterator[rabbitmq.RabbitMQ]:
    """A node for this test."""
    if not rabbitmq.PROGRAM.exists():
        pytest.skip("rabbitmq-server is not installed (apt-get install rabbitmq-server)")
    with rabbitmq.node() as running:
        yield running


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_rabbitmq_brings_calls_and_may_be_killed(
    rabbit: rabbitmq.RabbitMQ, use: Use, fresh_backoff: pytest.MonkeyPatch, make_player: MakePlayer, sink: Sink, tmp_path: Path
) -> None:
    use(rabbit.url)
    anna = make_player("anna")

    def put(number: int) -> None:
        with transaction.atomic():
            outbox.put("test", anna.pk, str(number))

    with working(sink, tmp_path / "worker.log", FATE_BROKER_URL=rabbit.url) as worker:
        put(1)
        until(lambda: len(sink.mails) == 1, "the first mail")
        with Connection(rabbit.url) as line, pytest.raises(PreconditionFailed, match="current is 'quorum'"):  # type: ignore[no-untyped-call]
            line.default_channel.queue_declare("celery", durable=True, auto_delete=False, arguments={"x-queue-type": "classic"})
        assert [(found.name, found.level) for found in doctor.broker()] == [("broker", Level.OK)]

        rabbit.kill()
        put(2)
        assert task_signals.publish(task_signals.DELIVER) is False
        deliver_messages()  # called by the next tick, whichever broker it came through
        assert len(sink.mails) == 2

        rabbit.start()
        fresh_backoff.setattr(task_signals, "_backoff_until", 0.0)
        put(3)
        until(lambda: len(sink.mails) == 3, "the mail after the broker's return")

        rabbit.signal(signal.SIGSTOP)
        try:
            put(4)
            assert task_signals.publish(task_signals.DELIVER) is False
        finally:
            rabbit.signal(signal.SIGCONT)
        assert worker.poll() is None


def test_sentinel_leads_to_the_server_that_has_taken_over(use: Use, fresh_backoff: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A primary, its replica and a sentinel; then the primary is killed."""
    first, second, watch = free_port(), free_port(), free_port()
    (tmp_path / "sentinel.conf").write_text(
        f"bind 127.0.0.1\nport {watch}\ndir {tmp_path}\nsentinel monitor fate 127.0.0.1 {first} 1\n"
        "sentinel down-after-milliseconds fate 500\nsentinel failover-timeout fate 3000\n"
    )
    watching = valkey(watch, config=tmp_path / "sentinel.conf")
    with valkey(first) as primary, valkey(second, "--replicaof", "127.0.0.1", str(first)), watching, redis.Redis(port=watch) as watcher:
        until(lambda: watcher.sentinel_slaves("fate"), "the sentinel's knowledge of the replica")
        use(f"sentinel://127.0.0.1:{watch},127.0.0.1:{watch}/0?master=fate")
        assert task_signals.publish(task_signals.DELIVER) is True
        assert waiting_at(first) == 1
        assert [found.level for found in doctor.broker()] == [Level.OK]

        primary.kill()
        assert task_signals.publish(task_signals.DELIVER) is False
        before = waiting_at(second)

        def woken() -> bool:
            fresh_backoff.setattr(task_signals, "_backoff_until", 0.0)
            return task_signals.publish(task_signals.DELIVER)

        until(woken, "a call taken by the server that has taken over")
        assert waiting_at(second) == before + 1


def waiting_at(port: int) -> int:
    """The number of calls in the server's queue."""
    with redis.Redis(port=port) as client:
        return int(client.llen("celery"))  # type: ignore[arg-type]


@contextmanager
def valkey(port: int, *options: str, config: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A Valkey on a loopback port, or with `config` a sentinel; it keeps nothing on disk."""
    how = [str(config), "--sentinel"] if config else ["--bind", "127.0.0.1", "--port", str(port), "--save", "", *options]
    process = subprocess.Popen([str(binaries.valkey().program), *how], stdout=subprocess.DEVNULL)
    try:
        until(lambda: listens(port), "a server")
        yield process
    finally:
        process.kill()
        process.wait(30)


def listens(port: int) -> bool:
    """Whether a server accepts connections."""
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def test_broker_settings_of_each_kind() -> None:
    rabbit = broker.settings("amqps://name:secret@mq.example/fate")
    assert rabbit["broker_url"] == "amqps://name:secret@mq.example/fate"
    assert (rabbit["task_default_queue_type"], rabbit["broker_transport_options"]["confirm_publish"]) == ("quorum", True)
    found: dict[str, Any] = broker.settings("sentinel://:pw@a:26379,b:26380/2?master=fate")
    assert found["broker_url"] == "sentinel://:pw@a:26379/2;sentinel://:pw@b:26380/2"
    assert found["broker_transport_options"]["master_name"] == "fate"
    with pytest.raises(ValueError, match="does not say which server"):
        broker.settings("sentinel://a:26379")
