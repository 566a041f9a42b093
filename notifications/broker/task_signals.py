"""Publish calls of Celery tasks with short timeouts: a broken broker delays the caller by a second at most and raises nothing.

Measured: a refused connection costs 20 ms, a broker that accepts and does not respond half a second per try (Celery's own `delay()` blocks
for more than 45 s). After a failure the broker is not tried again for BACKOFF seconds.
"""

import logging
import time
from functools import lru_cache

from celery import current_app
from kombu import Connection
from kombu.pools import producers

from notifications import correlation_id

log = logging.getLogger(__name__)

DELIVER = "notifications.tasks.deliver_messages"
READ_MAIL = "notifications.tasks.read_mail"
TRIES = 2
TIMEOUT = 0.5
BACKOFF = 30.0
"""Seconds: the timeout of one try, and how long a failing broker is not tried again."""
EXPIRES = 60
"""Seconds after which a call that no worker took is dropped; the next scheduled call does its work."""

_OPTIONS = {
    "socket_timeout": TIMEOUT,
    "socket_connect_timeout": TIMEOUT,
    "retry_on_timeout": False,
    "max_retries": 0,
    "read_timeout": TIMEOUT,
    "write_timeout": TIMEOUT,
}
"""Options of the Valkey client and of the RabbitMQ client; each ignores those of the other."""
_backoff_until = 0.0


def publish(task: str) -> bool:
    """Publish one call of `task` without arguments; False when the broker did not take it (logged, never raised)."""
    global _backoff_until
    if time.monotonic() < _backoff_until:
        return False
    for tries_left in reversed(range(TRIES)):
        try:
            _send(task)
        except Exception as error:  # whatever a broker client raises: the caller's change is already committed
            if not tries_left:
                _backoff_until = time.monotonic() + BACKOFF
                log.warning("broker_unreachable: %s was not signalled, next try in %.0f s at the earliest (%s)", task, BACKOFF, error)
        else:
            return True
    return False


def _send(task: str) -> None:
    with producers[_broker(current_app.conf.broker_url)].acquire(block=True, timeout=TIMEOUT) as producer:
        current_app.send_task(
            task,
            producer=producer,
            retry=False,
            ignore_result=True,
            expires=EXPIRES,
            headers={correlation_id.FIELD: correlation_id.current()},
            confirm_timeout=TIMEOUT,
        )


@lru_cache(maxsize=2)
def _broker(url: str) -> Connection:
    """One connection description with short timeouts per broker; the sockets are in kombu's pool."""
    options = current_app.conf.broker_transport_options | _OPTIONS
    return Connection(url, connect_timeout=TIMEOUT, transport_options=options)  # type: ignore[no-untyped-call]
