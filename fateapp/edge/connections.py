"""All connections of one process: their deadlines, and which are closed when there are too many."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from fateapp.edge import response
from fateapp.edge.body import Store
from fateapp.edge.connection import Connection, Phase
from fateapp.edge.counts import Counts
from fateapp.edge.limits import LIMITS, Limits
from fateapp.edge.request import BadRequestError, Request

CHECK_SECONDS = 0.5
"""Seconds between two checks of all deadlines."""
CLOSED_SHARE = 20
"""When there are too many connections, 1/20 of them is closed at once."""


class Service(Protocol):
    """Answers complete requests with `request.connection.answered`."""

    def handle(self, request: Request) -> None:
        """A complete request; called in the event loop."""

    def client_disconnected(self, request: Request) -> bool:
        """The client has disconnected. Returns whether the request was dropped before it was started."""

    def stop(self) -> None:
        """The process ends: end what would not end by itself."""


ErrorResponse = Callable[[Request | None, BadRequestError], tuple[response.Headers, bytes]]
"""Headers and body of an error response; the request as far as it was parsed, or None."""


def plain_error(_request: Request | None, error: BadRequestError) -> tuple[response.Headers, bytes]:
    return [("Content-Type", "text/plain; charset=utf-8")], f"{error}\n".encode()


class Connections:
    """The open connections, the limits, and the service; `error_response` answers requests that do not reach the service."""

    def __init__(self, service: Service, counts: Counts, limits: Limits = LIMITS, error_response: ErrorResponse = plain_error) -> None:
        self.service, self.counts, self.limits, self.error_response = service, counts, limits, error_response
        self.open: set[Connection] = set()
        counts.set("connections", 0)  # a restarted process continues the row of its predecessor
        self.slow: dict[Connection, None] = {}
        self.bodies = Store(limits.all_bodies_bytes, limits.body_in_memory)
        self.now = time.monotonic
        self.sending = threading.Lock()
        """Held by the request thread while it sends, and by the event loop before it closes a socket."""
        self.done: deque[tuple[Request, bytes]] = deque()
        """Requests that were answered by `send_now`, with the bytes that are left; taken note of when the event loop is awake anyway."""

    def new_connection(self) -> Connection:
        """The protocol factory of the event loop."""
        return Connection(self)

    def add(self, connection: Connection) -> None:
        """A connection was opened; when there are too many, those that have been idle longest are closed."""
        self.open.add(connection)
        self.counts.set("connections", len(self.open))
        if len(self.open) > self.limits.connections:
            self._close_longest_idle()

    def remove(self, connection: Connection) -> None:
        self.open.discard(connection)
        self.counts.set("connections", len(self.open))
        self.slow.pop(connection, None)

    def process_sent(self) -> None:
        while self.done:
            request, rest = self.done.popleft()
            request.connection.answered(request, rest)

    def count_refused(self, status: int) -> None:
        """Count a request that was refused before it was complete."""
        self.counts.add(f"cut_{status}")

    def add_slow_reader(self, connection: Connection) -> None:
        """A response waits in memory; when there are too many, the oldest one's connection is closed."""
        self.slow[connection] = None
        if len(self.slow) > self.limits.slow_readers:
            oldest = next(iter(self.slow))
            self.counts.add("cut_slow_reader")
            oldest.transport.abort()
            self.slow.pop(oldest, None)

    def _close_longest_idle(self) -> None:
        waiting = sorted((one for one in self.open if one.phase is not Phase.ANSWER), key=lambda one: one.since)
        for connection in waiting[: max(1, self.limits.connections // CLOSED_SHARE)]:
            self.counts.add("cut_crowded")
            connection.transport.abort()
            self.remove(connection)

    async def check_periodically(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            self.process_sent()
            now = self.now()
            for connection in list(self.open):
                self._check_deadlines(connection, now)

    async def finish(self, seconds: float) -> None:
        """Answer every started request and close all connections, within `seconds`."""
        deadline = self.now() + seconds
        self.process_sent()
        for connection in list(self.open):
            connection.finish()
        while self.open and self.now() < deadline:
            await asyncio.sleep(0.02)
            self.process_sent()

    def _check_deadlines(self, connection: Connection, now: float) -> None:
        limits, waited = self.limits, now - connection.since
        if connection.slow_since is not None and now - connection.slow_since > limits.write_seconds:
            self._check_slow_reader(connection)
        elif connection.phase is Phase.HEAD and waited > limits.head_seconds:
            connection.time_out(BadRequestError(408, f"The head was not complete within {limits.head_seconds:g} seconds."))
        elif connection.phase is Phase.BODY and self._body_is_late(connection, waited):
            connection.time_out(BadRequestError(408, "The body arrived too slowly."))
        elif connection.phase is Phase.IDLE and waited > limits.idle_seconds:
            connection.time_out()
        elif connection.phase is Phase.LINGER and waited > limits.linger_seconds and connection.slow_since is None:
            connection.transport.abort()

    def _check_slow_reader(self, connection: Connection) -> None:
        taken = connection.slow_left - connection.transport.get_write_buffer_size()
        if taken < self.limits.write_rate * self.limits.write_seconds:
            self.counts.add("cut_slow_reader")
            connection.time_out()
        else:
            connection.start_slow_period()

    def _body_is_late(self, connection: Connection, waited: float) -> bool:
        limits, request = self.limits, connection.request
        assert request is not None
        least = limits.body_rate * (waited - limits.body_grace)
        return waited > limits.body_seconds or request.body.length < least
