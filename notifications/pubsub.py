"""Notices that something has changed, from any process to every listener, by publish and subscribe of the broker.

They save waiting for the next look at the database, and nothing depends on them: they may be lost, late or told twice, and there
are none where the broker is no Redis.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import AsyncIterator, Collection
from urllib.parse import parse_qs, urlsplit

import redis.asyncio
from celery import current_app
from redis.exceptions import RedisError

from notifications import envelope

log = logging.getLogger(__name__)

TIMEOUT = 0.5
BACKOFF = 30.0
"""Seconds: for one try, and for how long a failing broker is not asked again."""
_backoff_until = 0.0


def publish(words: Collection[str]) -> None:
    """Tell all who listen. Never fails."""
    global _backoff_until
    url = current_app.conf.broker_url
    client = envelope.client(url, TIMEOUT)
    if client is None or time.monotonic() < _backoff_until:
        return
    try:
        client.publish(_channel(url), json.dumps(sorted(words)))
    except RedisError as error:
        _backoff_until = time.monotonic() + BACKOFF
        log.warning("pubsub_backoff: the broker did not take a notice, trying again in %.0f s at the earliest (%s)", BACKOFF, error)


async def listen() -> AsyncIterator[frozenset[str]]:
    """What is published from now on; ends at once where there is nothing to listen to. Raises RedisError when the connection breaks."""
    url = current_app.conf.broker_url
    plain = envelope.redis_url(url)
    if plain is None:
        return
    async with redis.asyncio.Redis.from_url(plain) as client, client.pubsub() as pubsub:
        await pubsub.subscribe(_channel(url))
        yield frozenset()  # it has begun
        async for message in pubsub.listen():
            if message["type"] == "message":
                yield frozenset(json.loads(message["data"]))


def _channel(broker_url: str) -> str:
    """A name of its own for each database of a server, which all share its channels."""
    parts = urlsplit(broker_url)
    number = parse_qs(parts.query).get("virtual_host", [parts.path.strip("/") or "0"])[0]
    return f"fate-pubsub-{number}"
