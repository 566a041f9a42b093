"""One connection to Valkey for short exchanges.

The client of redis-py takes 0.2 ms of CPU for a command, most of it in its pool, its pipeline and its measurements; its connection alone
takes a quarter of that.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

NO_RETRIES = Retry(NoBackoff(), 0)
"""The ten retries of the client delayed a request by 19 s when the server was silent."""


class ShortExchanges:
    """A connection that is opened when it is first used, in each process anew. Threads use it one after the other."""

    def __init__(self, url: str, timeout: float) -> None:
        self._pool = redis.ConnectionPool.from_url(url, socket_timeout=timeout, socket_connect_timeout=timeout, retry=NO_RETRIES)
        self._lock = threading.Lock()
        self._process = 0
        self._is_open = False

    def ask(self, *commands: tuple[str | int, ...]) -> list[Any]:
        """The responses to these commands, which are sent together. Raises RedisError or OSError; the next call connects again."""
        with self._lock:
            if self._process != os.getpid():
                self._process, self._is_open, self._connection = os.getpid(), False, self._pool.make_connection()
            connection: Any = self._connection
            try:
                self._drop_if_closed(connection)
                connection.send_packed_command(connection.pack_commands(commands))
                found = [connection.read_response() for _command in commands]
            except BaseException:
                self._disconnect(connection)
                raise
            self._is_open = True
            return found

    def _drop_if_closed(self, connection: Any) -> None:
        """An idle connection has nothing to read until the server closes it."""
        if self._is_open:
            with suppress(redis.ConnectionError):
                if not connection.can_read():
                    return
            self._disconnect(connection)

    def _disconnect(self, connection: Any) -> None:
        self._is_open = False
        connection.disconnect()
