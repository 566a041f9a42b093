"""From a move to what its opponent's program knows of it: POST on one side, the line with the view on the other, many streams open."""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from games.client import Client, View, random_player
from games.models import Player
from games.rules.registry import all_games
from games.services.clocks.pace import PRESETS
from games.services.people import api_tokens
from games.services.tables import lobby
from notifications.clock import database_now
from tests.bench.memory import family

RULES = "tempting_fate"
PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds from before the POST until the opponent's line has been read; CPU of the stream process while nobody moved."""

    streams: int
    moves: int
    p50: float
    p90: float
    p99: float
    idle: float


@dataclass(slots=True)
class Side:
    """One program: its token and what its stream told it last."""

    key: str
    code: str = ""
    view: View | None = None
    news: asyncio.Event | None = None

    async def listen(self, url: str, stack: AsyncExitStack) -> None:
        """Open its stream, and read it in the background once it has said `ready`."""
        parts = urlsplit(url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port, limit=2**20)
        stack.callback(writer.close)
        head = f"GET {parts.path}?include=view HTTP/1.1\r\nHost: {parts.hostname}\r\nAuthorization: Bearer {self.key}\r\n"
        writer.write(f"{head}Accept: application/x-ndjson\r\n\r\n".encode())
        self.news = asyncio.Event()
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
        if line.startswith(b"{") and b'"view"' in line:
            told = json.loads(line)
            if told["type"] == "game" and told["view"] is not None:
                self.view = View.of(told["view"])
                assert self.news is not None
                self.news.set()


def measure(site: str, stream_url: str, pid: int, streams: int, moves: int, seed: int = 1) -> Latency:
    """Pairs of programs with a game each, one stream per program; one move at a time, at any of the tables."""
    pairs = _pairs(streams // 2)
    return asyncio.run(_measured(site, stream_url, pid, pairs, moves, random.Random(seed)))


def _pairs(count: int) -> list[tuple[Side, Side]]:
    now, found = database_now(), []
    for number in range(count):
        people = [Player.objects.create_user(f"p{number}.{side}@late.example", None, name=f"Late {number} {side}") for side in (1, 2)]
        game = lobby.create(people[0], RULES, all_games()[RULES].seats[0], now=now, pace=PRESETS["none"])
        lobby.take_seat(game, people[1], now=now)
        keys = [api_tokens.make(someone, "late", ["game:read", "game:play"], now=now)[1] for someone in people]
        found.append((Side(keys[0], game.code), Side(keys[1], game.code)))
    return found


async def _measured(site: str, stream_url: str, pid: int, pairs: list[tuple[Side, Side]], moves: int, rng: random.Random) -> Latency:
    async with AsyncExitStack() as stack:
        for pair in pairs:
            for side in pair:
                await side.listen(stream_url, stack)
        before, began = processor_seconds(pid), time.monotonic()
        await asyncio.sleep(5)
        idle = (processor_seconds(pid) - before) / (time.monotonic() - began)
        took: list[float] = []
        while len(took) < moves:
            if (seconds := await _one_move(site, rng.choice(pairs), rng)) is not None:
                took.append(1000 * seconds)
            await asyncio.sleep(rng.random() / 5)  # so that moves fall anywhere between two looks at the database
    cuts = statistics.quantiles(took, n=100)
    return Latency(2 * len(pairs), len(took), statistics.median(took), cuts[89], cuts[98], idle)


async def _one_move(site: str, pair: tuple[Side, Side], rng: random.Random) -> float | None:
    """Seconds until the other one's stream has told of an answer; None where nobody can answer or the other one sees nothing of it."""
    for mover, other in (pair, pair[::-1]):
        view = mover.view
        if view is None or view.decision is None or view.decision.given is not None or view.nth is None:
            continue
        assert other.news is not None
        other.news.clear()
        text, nth, seq = random_player(view, rng), view.nth, view.seq
        began = time.monotonic()
        outcome = await asyncio.to_thread(Client(site, mover.key).answer, mover.code, nth, text)
        mover.view = outcome.view
        if outcome.seq == seq:  # sealed: nobody else can see anything yet
            return None
        await asyncio.wait_for(other.news.wait(), PATIENCE)
        return time.monotonic() - began
    return None


def processor_seconds(pid: int) -> float:
    """What the process and everything below it have used of the processor."""
    facts = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in family(pid)]
    return sum(int(fact[11]) + int(fact[12]) for fact in facts) / os.sysconf("SC_CLK_TCK")
