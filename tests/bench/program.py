"""A player's program in a measurement: its token, and the state of its games as its stream reports them."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import orjson

from games.client import View
from tests.bench import load

PATIENCE = 30.0
"""Seconds without an event of the stream after which the measurement fails."""


@dataclass(slots=True)
class Program:
    """A player's program: its token, and the state of its games as its stream reports them."""

    key: str
    views: dict[str, View] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self, url: str, stack: AsyncExitStack, query: str = "include=view") -> None:
        """Open the stream, wait for `ready`, then read in the background. Raises ConnectionError when the stream is refused."""
        self.news = asyncio.Event()
        parts = urlsplit(url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port, limit=2**20)
        stack.callback(writer.close)
        writer.write(load.get(f"{parts.path}?{query}&format=ndjson", {"Authorization": f"Bearer {self.key}"}))
        while b'"ready"' not in (line := await reader.readline()):
            if not line:
                raise ConnectionError("The stream was refused.")
            self._hear(line)
        task = asyncio.create_task(self._follow(reader))
        stack.callback(task.cancel)

    async def _follow(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            self._hear(line)

    def _hear(self, line: bytes) -> None:
        if line.startswith(b"{") and (told := orjson.loads(line))["type"] == "game" and "view" in told:
            self.views[told["game"]] = View.of(told["view"])
            self.news.set()

    async def until(self, code: str, seq: int) -> None:
        """Wait until the stream has reported the table with a log of this length. Raises TimeoutError."""
        while self.views[code].seq < seq:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE)
