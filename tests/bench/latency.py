"""Latency from a move to the opponent's program: a POST by one player until the other's stream has delivered the view; many open
streams.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass

from games.client import Client, random_player
from games.models import Player
from games.rules.registry import all_games
from games.services.clocks.pace import PRESETS
from games.services.people import api_tokens
from games.services.tables import lobby
from notifications.clock import database_now
from tests.bench.memory import processor_seconds
from tests.bench.program import PATIENCE, Program

RULES = "tempting_fate"
MISSES = 200
"""After so many consecutive tables without an answer, all games count as over."""


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds from before the POST until the opponent's line has been read; CPU time of the stream process while no move was made."""

    streams: int
    moves: int
    p50: float
    p90: float
    p99: float
    idle: float


Table = tuple[str, Program, Program]
"""The code of a game, and the programs of its two players."""


def measure(site: str, stream_url: str, pid: int, streams: int, moves: int, seed: int = 1) -> Latency:
    """Pairs of programs with a game each, one stream per program; one move at a time, at any table. Raises RuntimeError when too few
    streams are open for any table to make a move.
    """
    tables = _tables(streams // 2)
    return asyncio.run(_measured(site, stream_url, pid, tables, moves, random.Random(seed)))


def _tables(count: int) -> list[Table]:
    now, found = database_now(), []
    for number in range(count):
        people = [Player.objects.create_user(f"p{number}.{side}@late.example", None, name=f"Late {number} {side}") for side in (1, 2)]
        game = lobby.create(people[0], RULES, all_games()[RULES].seats[0], now=now, pace=PRESETS["none"])
        lobby.take_seat(game, people[1], now=now)
        keys = [api_tokens.make(someone, "late", ["game:read", "game:play"], now=now)[1] for someone in people]
        found.append((game.code, Program(keys[0]), Program(keys[1])))
    return found


async def _measured(site: str, stream_url: str, pid: int, tables: list[Table], moves: int, rng: random.Random) -> Latency:
    async with AsyncExitStack() as stack:
        for _code, *programs in tables:
            for program in programs:
                await program.listen(stream_url, stack)
        before, began = processor_seconds(pid), time.monotonic()
        await asyncio.sleep(5)
        idle = (processor_seconds(pid) - before) / (time.monotonic() - began)
        took: list[float] = []
        misses = 0
        while len(took) < moves:
            seconds = await _one_move(site, rng.choice(tables), rng)
            misses = misses + 1 if seconds is None else 0
            if misses == MISSES:
                raise RuntimeError("No table has a move left; ask for more streams.")
            if seconds is not None:
                took.append(1000 * seconds)
            await asyncio.sleep(rng.random() / 5)  # moves are spread over the polling interval of the streams
    cuts = statistics.quantiles(took, n=100)
    return Latency(2 * len(tables), len(took), statistics.median(took), cuts[89], cuts[98], idle)


async def _one_move(site: str, table: Table, rng: random.Random) -> float | None:
    """Seconds until the opponent's stream has reported an answer; None when no seat can answer or the opponent sees no event of it."""
    code, *pair = table
    for mover, other in (pair, pair[::-1]):
        view = mover.views.get(code)
        if view is None or view.decision is None or view.decision.given is not None or view.nth is None:
            continue
        other.news.clear()
        text, nth, seq = random_player(view, rng), view.nth, view.seq
        began = time.monotonic()
        outcome = await asyncio.to_thread(Client(site, mover.key).answer, code, nth, text)
        if outcome.view is not None:
            mover.views[code] = outcome.view
        if outcome.seq == seq:  # a sealed answer: other seats see no event yet
            return None
        await asyncio.wait_for(other.news.wait(), PATIENCE)
        return time.monotonic() - began
    return None
