"""A service that answers each request with its path, and clients that write bytes and read responses."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from fateapp.edge import response
from fateapp.edge.connections import Connections
from fateapp.edge.counts import Counts, Table
from fateapp.edge.limits import LIMITS, Limits
from fateapp.edge.request import Request

Result = TypeVar("Result")


@dataclass
class Answer:
    """One response as it was read."""

    status: int
    head: bytes
    body: bytes


def in_a_loop(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a loop of its own thread: an earlier test may have left a browser's loop running in this one."""
    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(asyncio.run, work).result()


class Echo:
    """Answers with the path and `size` more bytes, after `delay` seconds."""

    connections: Connections

    def __init__(self, delay: float = 0, size: int = 0, at_handling: Callable[[Echo], None] = lambda echo: None) -> None:
        self.delay, self.size, self.at_handling = delay, size, at_handling
        self.seen: list[tuple[str, bytes, bytes, int]] = []
        self.waiting: set[Request] = set()

    def handle(self, request: Request) -> None:
        file = request.body.read_from_start()
        self.seen.append((request.method, request.path, file.read() if file else b"", request.body.length))
        self.at_handling(self)
        self.waiting.add(request)
        asyncio.get_running_loop().call_later(self.delay, self._answer, request) if self.delay else self._answer(request)

    def _answer(self, request: Request) -> None:
        if request in self.waiting:
            self.waiting.discard(request)
            body = request.path + b"x" * self.size
            raw = response.complete("200 OK", [], body, method=request.method, version=request.version, keep_alive=request.keep_alive)
            request.connection.answered(request, raw)

    def client_disconnected(self, request: Request) -> bool:
        return False

    def stop(self) -> None:
        """Nothing to end."""


def counts() -> Counts:
    """New counters of the server."""
    return Table(1).row(0)


@asynccontextmanager
async def served(echo: Echo, limits: Limits = LIMITS) -> AsyncIterator[tuple[str, int]]:
    """Serve while the block lasts; yields host and port."""
    echo.connections = Connections(echo, counts(), limits)
    server = await asyncio.get_running_loop().create_server(echo.connections.new_connection, "127.0.0.1", 0)
    watching = asyncio.create_task(echo.connections.check_periodically())
    try:
        yield server.sockets[0].getsockname()[:2]
    finally:
        server.close()
        await echo.connections.finish(1)
        watching.cancel()


def ask(raw: bytes, *, step: int = 1 << 20, hang_up: bool = False, until: bytes = b"", **options: Any) -> tuple[list[Answer], Echo]:
    """Send bytes in pieces of `step`, and read until the server is silent or closes the connection."""
    echo = Echo(**options)

    async def run() -> bytes:
        async with served(echo) as place:
            reader, writer = await asyncio.open_connection(*place)
            writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for at in range(0, len(raw), step):
                writer.write(raw[at : at + step])
                await asyncio.sleep(0)
            if hang_up:
                writer.write_eof()
            found = b""
            try:
                while chunk := await asyncio.wait_for(reader.read(1 << 20), 0.4 + echo.delay):
                    found += chunk
            except (TimeoutError, ConnectionResetError):
                pass  # silent or closed
            writer.close()
        return found

    return list(parse(in_a_loop(run()))), echo


def parse(found: bytes) -> list[Answer]:
    """The responses in a byte string, one after the other."""
    answers = []
    while found:
        head, _, found = found.partition(b"\r\n\r\n")
        match = re.search(rb"content-length: (\d+)", head.lower())
        length = min(int(match[1]) if match else 0, len(found))
        answers.append(Answer(int(head[9:12]), head, found[:length]))
        found = found[length:]
    return answers
