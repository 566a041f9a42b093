"""Ordinary clients of deploy/drill/edge.py: they read pages, move, or open event streams, and measure how long it takes."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from typing import Any

from edge_site import Address, Place

ANOTHER_ADDRESS = ("127.0.0.2", 0)
"""The local address of another client, because nginx limits the streams of one address."""
GONE = 16.0
"""Seconds until the server has noticed, also behind a proxy, that the previous measurement's streams have ended (keep-alive every 7 s)."""


class Line:
    """A keep-alive connection; reopened when the server has closed it."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, raw: bytes) -> tuple[int, dict[str, str], float]:
        """Status, headers and seconds of one request."""
        begun = time.perf_counter()
        if self.streams is None:
            self.streams = await asyncio.open_connection(*self.address, limit=1 << 20)
        reader, writer = self.streams
        writer.write(raw)
        head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)).decode("latin-1")
        headers = dict(re.findall(r"^([A-Za-z-]+): *(.*?)\r$", head.lower(), re.MULTILINE))
        if "chunked" in headers.get("transfer-encoding", ""):
            while (size := int((await reader.readline()).split(b";")[0], 16)) or await reader.readline() is None:
                await reader.readexactly(size + 2)
        else:
            await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        return int(head[9:12]), headers, time.perf_counter() - begun

    def close(self) -> None:
        """Close the connection."""
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


async def loop(address: Address, requests: Iterator[bytes], expected: int, seconds: float) -> tuple[list[float], list[float], int]:
    """Send requests for `seconds`; returns durations of expected responses and of refusals (503), and refusals without Retry-After."""
    line, good, refused, bare = Line(address), [], [], 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        status, headers, took = await line.ask(next(requests))
        if status == 503:
            refused.append(took)
            bare += "retry-after" not in headers
            await asyncio.sleep(float(headers.get("retry-after", 1)))
        elif status != expected:
            raise RuntimeError(f"{status} instead of {expected}")
        else:
            good.append(took)
    line.close()
    return good, refused, bare


async def stream_storm(place: Place, number: int, seconds: float) -> dict[str, Any]:
    """Open `number` streams of one token at once, and measure the first line of another person's stream meanwhile."""
    opened: dict[int, int] = {}
    await asyncio.sleep(GONE)

    async def one(token: str) -> int:
        try:
            reader, writer = await asyncio.open_connection(*place.stream)
        except OSError:
            return 0
        raw = f"GET /api/v1/stream HTTP/1.1\r\nHost: {place.host}\r\nAuthorization: Bearer {token}\r\n\r\n"
        writer.write(raw.encode())
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), seconds)
            status = int(head[9:12])
            if status == 200:
                await asyncio.sleep(seconds)
                status = 200 if not reader.at_eof() else -1
        except (OSError, EOFError, TimeoutError):
            status = 0
        writer.close()
        return status

    storm = [asyncio.create_task(one(place.token)) for _ in range(number)]
    await asyncio.sleep(0)
    begun = time.perf_counter()
    other = await asyncio.wait_for(_first_line(place), seconds)
    took = time.perf_counter() - begun
    for status in await asyncio.gather(*storm):
        opened[status] = opened.get(status, 0) + 1
    return {"streams": number, "statuses": {str(status): count for status, count in sorted(opened.items())},
            "another_person": other, "another_person_ms": round(took * 1000)}  # fmt: skip


async def _first_line(place: Place) -> int:
    reader, writer = await asyncio.open_connection(*place.stream, local_addr=ANOTHER_ADDRESS)
    writer.write(f"GET /api/v1/stream HTTP/1.1\r\nHost: {place.host}\r\nAuthorization: Bearer {place.other_token}\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    await reader.readline()
    writer.close()
    return int(head[9:12])
