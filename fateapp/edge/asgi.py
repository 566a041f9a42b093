"""The service of the stream process: each complete request becomes a task of an ASGI application, up to a limit.

It implements the part of ASGI that the stream application needs: requests with their whole body, and streaming responses. Such a response
ends with its connection, so it needs no chunked encoding.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from urllib.parse import unquote_to_bytes

from fateapp.edge import response
from fateapp.edge.connection import Connection
from fateapp.edge.counts import PRIORITIES, Counts
from fateapp.edge.request import Request

log = logging.getLogger(__name__)
BUSY = "The server has as many streams as it takes; try again soon."


class Tasks:
    """Answers requests with an ASGI application, each in a task."""

    def __init__(self, application: Any, counts: Counts, most: int) -> None:
        self.application, self.counts, self.most = application, counts, most
        self._running: dict[Request, Exchange] = {}

    def handle(self, request: Request) -> None:
        """Start a task, unless there are too many."""
        request.priority = len(PRIORITIES) - 1
        if len(self._running) >= self.most:
            self.counts.add(f"refused_{PRIORITIES[request.priority]}")
            request.keep_alive = False
            request.connection.answered(request, response.plain(503, BUSY, [("Retry-After", "30")]))
            return
        self.counts.add(f"served_{PRIORITIES[request.priority]}")
        exchange = self._running[request] = Exchange(request)
        exchange.task = asyncio.get_running_loop().create_task(self._run(exchange))

    def client_disconnected(self, request: Request) -> bool:
        """Tell the application that the client has disconnected; it then ends the response."""
        exchange = self._running.get(request)
        if exchange is not None:
            exchange.disconnected.set()
        return exchange is None

    def stop(self) -> None:
        for exchange in self._running.values():
            exchange.disconnected.set()

    async def _run(self, exchange: Exchange) -> None:
        try:
            await self.application(exchange.scope(), exchange.receive, exchange.send)
        except ClientGoneError:
            pass  # the client has disconnected
        except Exception:  # the server's last resort
            log.exception("request_failed: the application raised an exception")
        finally:
            del self._running[exchange.request]
            exchange.end()


class ClientGoneError(Exception):
    """The client has disconnected."""


class Exchange:
    """A request and its response, as ASGI messages."""

    def __init__(self, request: Request) -> None:
        self.request, self.connection = request, request.connection
        self.disconnected = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self._start: dict[str, Any] | None = None
        self._begun = self._asked = False

    def scope(self) -> dict[str, Any]:
        request, transport = self.request, self.connection.transport
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": request.version,
            "method": request.method,
            "scheme": "http",
            "path": unquote_to_bytes(request.path).decode("utf-8", "replace"),
            "raw_path": request.path,
            "query_string": request.query,
            "root_path": "",
            "headers": [(name, value) for name, value in request.headers if b"_" not in name],
            "client": tuple((transport.get_extra_info("peername") or ("", 0))[:2]),
            "server": tuple((transport.get_extra_info("sockname") or ("", 0))[:2]),
        }

    async def receive(self) -> dict[str, Any]:
        """The body, then the disconnection of the client."""
        if not self._asked:
            self._asked = True
            file = self.request.body.read_from_start()
            return {"type": "http.request", "body": file.read() if file else b"", "more_body": False}
        await self.disconnected.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        """Send the next part of the response; waits while the client reads slowly. Raises ClientGoneError."""
        if self.disconnected.is_set() and self.connection.transport.is_closing():
            raise ClientGoneError
        if message["type"] == "http.response.start":
            self._start = message
            return
        body, more = message.get("body", b""), message.get("more_body", False)
        if self._begun:
            self.connection.transport.write(body)
        else:
            self._begin(body, more)
        if more:
            await drained(self.connection)

    def _begin(self, body: bytes, more: bool) -> None:
        assert self._start is not None
        self._begun = True
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in self._start["headers"]]
        status, request = response.REASONS[self._start["status"]], self.request
        if more:
            request.keep_alive = False
            self.connection.transport.write(response.head(status, headers) + body)
        else:
            raw = response.complete(status, headers, body, method=request.method, version=request.version, keep_alive=request.keep_alive)
            self.connection.answered(request, raw)

    def end(self) -> None:
        if not self._begun:
            self.request.keep_alive = False
            self.connection.answered(self.request, response.plain(500, "Something went wrong on our side."))
        elif not self.request.keep_alive:
            self.connection.answered(self.request, b"")


async def drained(connection: Connection) -> None:
    """Wait until the client has read what was sent, or has disconnected."""
    if connection.slow_since is None:
        return
    connection.drained = asyncio.Event()
    await connection.drained.wait()
    connection.drained = None
