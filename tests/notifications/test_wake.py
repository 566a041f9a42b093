"""Tests of calls to workers: one message in a real Valkey, and limits for brokers that are down, silent or back again."""

from __future__ import annotations

import io
import json
import socket
import time
from collections.abc import Iterator

import pytest
import redis
from celery import current_app
from django.conf import settings

from fateapp import service_urls
from notifications.broker import pubsub, task_signals
from notifications.broker.valkey_connection import ShortExchanges
from tests.stopwatch import Stopwatch


@pytest.fixture(autouse=True)
def fresh_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test starts with the back-off reset."""
    monkeypatch.setattr(task_signals, "_backoff_until", 0.0)


def use_broker(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    """Let Celery publish to `url`."""
    monkeypatch.setattr(current_app.conf, "broker_url", url)


@pytest.fixture
def valkey(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[redis.Redis]:
    """A real broker, emptied before and after."""
    use_broker(monkeypatch, service_urls.broker(redis_url))
    with redis.Redis.from_url(redis_url) as client:
        client.flushdb()
        yield client
        client.flushdb()


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port that accepts connections and never sends anything."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(50)
        yield listener.getsockname()[1]


def test_wake_puts_one_call_without_arguments_into_the_queue(valkey: redis.Redis) -> None:
    assert task_signals.publish(task_signals.DELIVER)

    (raw,) = valkey.lrange("celery", 0, -1)
    call = json.loads(raw)
    assert call["headers"]["task"] == "notifications.tasks.deliver_messages"
    assert (call["headers"]["argsrepr"], call["headers"]["kwargsrepr"]) == ("()", "{}")


def test_wake_gone_broker_costs_a_moment_and_opens_the_circuit(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        use_broker(monkeypatch, f"redis://127.0.0.1:{probe.getsockname()[1]}/0")
        watch = Stopwatch()
        assert task_signals.publish("games.tasks.play_bots") is False
        assert watch.seconds < 1

    assert [record.message.partition(":")[0] for record in caplog.records] == ["broker_unreachable"]


def test_wake_silent_broker_costs_less_than_two_seconds_and_then_nothing(monkeypatch: pytest.MonkeyPatch, silent_port: int) -> None:
    use_broker(monkeypatch, f"redis://127.0.0.1:{silent_port}/0")
    watch = Stopwatch()
    assert task_signals.publish("games.tasks.play_bots") is False
    first = watch.seconds
    assert [task_signals.publish("games.tasks.play_bots") for _again in range(100)] == [False] * 100

    assert first < 2
    assert watch.seconds - first < 0.1


def test_wake_asks_again_after_the_back_off(valkey: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_signals, "_backoff_until", time.monotonic() + 30)
    assert task_signals.publish("games.tasks.play_bots") is False
    monkeypatch.setattr(task_signals, "_backoff_until", time.monotonic() - 0.001)
    assert task_signals.publish("games.tasks.play_bots") is True


def test_wake_survives_that_the_broker_closed_the_connection_meanwhile(valkey: redis.Redis) -> None:
    assert task_signals.publish(task_signals.DELIVER)
    for client in valkey.client_list():
        if client["id"] != str(valkey.client_id()):
            valkey.client_kill_filter(_id=client["id"])

    assert task_signals.publish("games.tasks.play_bots") is True
    assert valkey.llen("celery") == 2


def test_wake_does_not_wait_through_the_retries_of_the_client(valkey: redis.Redis) -> None:
    """The client's default is ten retries with growing pauses: with a silent Valkey, a move once took nineteen seconds."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        line = ShortExchanges(f"redis://127.0.0.1:{silent.getsockname()[1]}/0", 0.1)
        began = time.monotonic()
        with pytest.raises(redis.TimeoutError):
            line.ask(("PING",))
        assert time.monotonic() - began < 1.0


def test_worker_whose_confirmations_were_lost_still_takes_calls(valkey: redis.Redis) -> None:
    """A fault that was seen: each call unconfirmed because Valkey was silent occupied one of four prefetch places for good."""
    threads = 4
    with current_app.connection() as line:
        channel = line.default_channel
        channel.basic_qos(0, settings.CELERY_WORKER_PREFETCH_MULTIPLIER * threads, False)
        for unconfirmed in range(threads + 1):
            assert channel.qos.can_consume(), f"deaf after {unconfirmed} calls"
            task_signals.publish(task_signals.DELIVER)
            assert channel.basic_get("celery") is not None
        channel.qos.restore_unacked_once(stderr=io.StringIO())


@pytest.mark.parametrize(
    ("url", "for_redis"),
    [
        ("redis://127.0.0.1:6379/0", "redis://127.0.0.1:6379/0"),
        ("rediss://127.0.0.1:6379/0", "rediss://127.0.0.1:6379/0"),
        ("redis+socket:///run/valkey.sock?virtual_host=2", "unix:///run/valkey.sock?db=2"),
        ("amqp://guest@127.0.0.1//", None),
        ("sentinel://127.0.0.1:26379", None),
    ],
)
def test_notices_are_for_redis_servers_only(url: str, for_redis: str | None) -> None:
    assert pubsub.redis_url(url) == for_redis
    assert (pubsub.connection_to(url) is not None) is (for_redis is not None)
