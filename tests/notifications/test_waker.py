"""Tests of the signal thread: calls are gathered by task, keep the id of the first request, and are sent before the process ends."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import pytest
import redis
from celery import current_app

from fateapp import service_urls
from notifications import correlation_id
from notifications.broker import signal_thread, task_signals
from tests import another_process


@pytest.fixture
def valkey(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[redis.Redis]:
    """A real broker, emptied before and after."""
    monkeypatch.setattr(task_signals, "_backoff_until", 0.0)
    monkeypatch.setattr(current_app.conf, "broker_url", service_urls.broker(redis_url))
    with redis.Redis.from_url(redis_url) as client:
        client.flushdb()
        yield client
        client.flushdb()


def tasks(valkey: redis.Redis) -> list[str]:
    """The published tasks, oldest first."""
    return [json.loads(raw)["headers"]["task"] for raw in reversed(valkey.lrange("celery", 0, -1))]


def test_a_hundred_moves_wake_a_worker_less_than_a_hundred_times_and_the_last_one_does(valkey: redis.Redis) -> None:
    for _move in range(100):
        signal_thread.signal_delivery()
    signal_thread.flush()
    sent = len(tasks(valkey))
    signal_thread.signal_delivery()
    signal_thread.flush()

    assert 1 <= sent < 100
    assert len(tasks(valkey)) == sent + 1


def test_each_kind_is_sent(valkey: redis.Redis) -> None:
    signal_thread.soon("games.tasks.play_bots")
    signal_thread.soon(task_signals.READ_MAIL)
    signal_thread.signal_delivery()
    signal_thread.flush()

    assert sorted(tasks(valkey)) == ["games.tasks.play_bots", task_signals.DELIVER, task_signals.READ_MAIL]


def test_the_call_has_the_number_of_the_work_that_asked_first(valkey: redis.Redis) -> None:
    own = signal_thread.SignalThread()
    own._thread = threading.current_thread()  # the thread is not started, so that only `flush` sends
    with correlation_id.during("the-first-request"):
        own.soon(task_signals.DELIVER)
    with correlation_id.during("the-second-request"):
        own.soon(task_signals.DELIVER)
    own.flush()

    (raw,) = valkey.lrange("celery", 0, -1)
    assert json.loads(raw)["headers"][correlation_id.FIELD] == "the-first-request"


def test_asking_costs_nothing_while_the_broker_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Event()
    let_go = threading.Event()

    def slow(task: str) -> bool:
        asked.set()
        return let_go.wait(60)

    monkeypatch.setattr(signal_thread, "publish", slow)
    own = signal_thread.SignalThread()
    own.soon(task_signals.DELIVER)
    assert asked.wait(60)
    own.soon(task_signals.DELIVER)  # returns although the first call is still being sent
    let_go.set()
    own.flush()


READY = "import os, django; django.setup(); from notifications.broker import signal_thread as waker\n"


def test_a_command_that_ends_at_once_has_sent_its_wake_up(valkey: redis.Redis, redis_url: str) -> None:
    another_process.run(f"{READY}waker.signal_delivery()", redis_url)
    assert tasks(valkey) == [task_signals.DELIVER]


FORKING = """
waker.signal_delivery(); waker.flush()
child = os.fork()
if child == 0:
    waker.soon("notifications.tasks.read_mail"); waker.flush(); os._exit(0)
os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_forked_process_sends_by_itself(valkey: redis.Redis, redis_url: str) -> None:
    another_process.run(READY + FORKING, redis_url)
    assert tasks(valkey) == [task_signals.DELIVER, task_signals.READ_MAIL]
