"""Notices of changes from any process to all listeners, over the broker's publish/subscribe.

They only replace the next poll of the database: they may be lost, late or duplicated, and there are none with a broker other than Redis.
"""

import json
import logging
import time
from collections.abc import AsyncIterator, Collection
from functools import lru_cache
from urllib.parse import parse_qs, urlsplit

import redis.asyncio
from celery import current_app
from redis.exceptions import RedisError

from notifications.broker.task_signals import BACKOFF, TIMEOUT
from notifications.broker.valkey_connection import ShortExchanges

log = logging.getLogger(__name__)

_backoff_until = 0.0


def publish(names: Collection[str]) -> None:
    """Publish to all listeners. Raises nothing."""
    global _backoff_until
    url = current_app.conf.broker_url
    connection = connection_to(url)
    if connection is None or time.monotonic() < _backoff_until:
        return
    try:
        connection.ask(("PUBLISH", _channel(url), json.dumps(sorted(names))))
    except RedisError as error:
        _backoff_until = time.monotonic() + BACKOFF
        log.warning("pubsub_backoff: the broker did not take a notice, next try in %.0f s at the earliest (%s)", BACKOFF, error)


async def listen() -> AsyncIterator[frozenset[str]]:
    """Yield what is published from now on; ends at once without a Redis broker. Raises RedisError when the connection breaks."""
    url = current_app.conf.broker_url
    url_for_redis = redis_url(url)
    if url_for_redis is None:
        return
    async with redis.asyncio.Redis.from_url(url_for_redis) as client, client.pubsub() as pubsub:
        await pubsub.subscribe(_channel(url))
        yield frozenset()  # subscribed
        async for message in pubsub.listen():
            if message["type"] == "message":
                yield frozenset(json.loads(message["data"]))


@lru_cache(maxsize=2)
def connection_to(broker_url: str) -> ShortExchanges | None:
    """A connection to the broker for `publish`; None when it is not a Redis server (RabbitMQ, Sentinel)."""
    url = redis_url(broker_url)
    return None if url is None else ShortExchanges(url, TIMEOUT)


def redis_url(broker_url: str) -> str | None:
    """The broker's URL for Redis clients; None when it is not a Redis server."""
    parts = urlsplit(broker_url)
    if parts.scheme == "redis+socket":
        return f"unix://{parts.path}?db={int(parse_qs(parts.query).get('virtual_host', ['0'])[0])}"
    return broker_url if parts.scheme in ("redis", "rediss") else None


def _channel(broker_url: str) -> str:
    """A channel name with the number of the database, since channels are common to all databases of a server."""
    parts = urlsplit(broker_url)
    number = parse_qs(parts.query).get("virtual_host", [parts.path.strip("/") or "0"])[0]
    return f"fate-pubsub-{number}"
