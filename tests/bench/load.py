"""A closed loop of connections: each sends its next request when it has read the whole response to the last one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

Request = tuple[bytes, int]
"""The bytes to send, and the expected status."""


class UnexpectedAnswerError(Exception):
    """The server sent another response than expected, so the measurement is void."""


def drive(
    port: int, requests: Callable[[], Iterator[Request]], *, connections: int, seconds: float, steps: int = 1
) -> tuple[float, tuple[float, ...]]:
    """Total seconds, and the seconds of every operation of `steps` consecutive requests. `requests` gives each connection its own
    endless supply. Raises `UnexpectedAnswerError`.
    """
    return asyncio.run(_drive(port, requests, connections, seconds, steps))


def size_of(port: int, request: bytes) -> int:
    """Size in bytes of the body of a GET. Raises `UnexpectedAnswerError` when the page is not served."""

    async def ask() -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        writer.close()
        if int(head[9:12]) != 200:
            raise UnexpectedAnswerError(f"{request.split(b' ')[1]!r} was answered with {head[:60]!r}")
        return _length(head)

    return asyncio.run(ask())


async def _drive(
    port: int, requests: Callable[[], Iterator[Request]], connections: int, seconds: float, steps: int
) -> tuple[float, tuple[float, ...]]:
    lines = [await asyncio.open_connection("127.0.0.1", port, limit=1 << 20) for _ in range(connections)]
    begun = time.perf_counter()
    each = await asyncio.gather(*(_one(reader, writer, requests(), begun + seconds, steps) for reader, writer in lines))
    took = time.perf_counter() - begun
    for _reader, writer in lines:
        writer.close()
    return took, tuple(second for found in each for second in found)


async def _one(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, requests: Iterator[Request], end: float, steps: int
) -> list[float]:
    found: list[float] = []
    for number, (raw, expected) in enumerate(requests):
        begun = time.perf_counter()
        if begun >= end and found and number % steps == 0:
            break
        writer.write(raw)
        await answered(reader, expected, raw)
        found.append(time.perf_counter() - begun)
    return [sum(found[at : at + steps]) for at in range(0, len(found), steps)]


async def answered(reader: asyncio.StreamReader, expected: int, to: bytes) -> bytes:
    """The body of a response. Raises `UnexpectedAnswerError` when its status is another."""
    head = await reader.readuntil(b"\r\n\r\n")
    body = await reader.readexactly(_length(head))
    if int(head[9:12]) != expected:
        first = to.partition(b"\r\n")[0]
        raise UnexpectedAnswerError(f"{first!r} was answered with {head[:60]!r}: {body[:300]!r}")
    return body


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


def get(path: str, headers: dict[str, str]) -> bytes:
    """The bytes of a GET request."""
    return _lines(f"GET {path} HTTP/1.1", headers)


def post(path: str, headers: dict[str, str], body: bytes, media_type: str = "application/x-www-form-urlencoded") -> bytes:
    """The bytes of a POST request."""
    return _lines(f"POST {path} HTTP/1.1", headers | {"Content-Type": media_type, "Content-Length": str(len(body))}) + body


def _lines(first: str, headers: dict[str, str]) -> bytes:
    return "\r\n".join([first, "Host: localhost", *(f"{name}: {value}" for name, value in headers.items()), "", ""]).encode()
