"""Tests that the calls which the site publishes itself equal Celery's, except for numbers that differ in every call."""

from __future__ import annotations

import json
from typing import Any

import pytest
import redis
from celery import current_app

from fateapp import service_urls
from notifications import celery_call, task_signals

DIFFER = {"id", "root_id", "expires", "correlation_id", "delivery_tag", "reply_to", "request_id"}


def same_for_all(call: dict[str, Any]) -> dict[str, Any]:
    """A call without the values that differ in every call."""
    parts = {part: {key: value for key, value in call[part].items() if key not in DIFFER} for part in ("headers", "properties")}
    return call | parts


def test_envelope_is_what_celery_sends(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(current_app.conf, "broker_url", service_urls.broker(redis_url))
    with redis.Redis.from_url(redis_url) as client:
        client.flushdb()
        current_app.send_task(task_signals.DELIVER, ignore_result=True, expires=celery_call.EXPIRES)
        theirs = json.loads(client.lrange("celery", 0, -1)[0])
        client.flushdb()

    queue, ours = celery_call.queue_and_call(task_signals.DELIVER)

    assert queue == "celery"
    assert same_for_all(json.loads(ours)) == same_for_all(theirs)


def test_envelope_is_another_call_every_time() -> None:
    first, second = (json.loads(celery_call.queue_and_call(task_signals.DELIVER)[1]) for _again in range(2))

    for part, key in [("headers", "id"), ("headers", "expires"), ("properties", "correlation_id"), ("properties", "delivery_tag")]:
        assert first[part][key] != second[part][key]
    assert first["headers"]["id"] == first["headers"]["root_id"] == first["properties"]["correlation_id"]


@pytest.mark.parametrize(
    ("url", "plain"),
    [
        ("redis://127.0.0.1:6379/0", True),
        ("rediss://127.0.0.1:6379/0", True),
        ("redis+socket:///run/valkey.sock?virtual_host=2", True),
        ("amqp://guest@127.0.0.1//", False),
        ("sentinel://127.0.0.1:26379", False),
    ],
)
def test_envelope_is_for_plain_lists_only(url: str, plain: bool) -> None:
    assert (celery_call.line(url, 0.5) is not None) is plain
