"""Benchmark of two programs at a table: one answers by POST, and the streams of both deliver the new table, as the peer's sockets do."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import orjson

from games.client import random_player
from games.models import Player
from games.rules.game import Game as Rules
from games.services.people import api_tokens
from notifications.clock import database_now
from tests.bench import load, population
from tests.bench.cells import Turn
from tests.bench.memory import servers_seconds
from tests.bench.program import Program

PAIRS = 8
GAMES = 40
"""Running games of each pair, played one after the other; a stream reports all of them when it is opened."""


@dataclass(slots=True)
class Pair:
    """Two players who play one game after the other."""

    programs: tuple[Program, Program]
    codes: list[str]

    def mover(self) -> tuple[str, Program]:
        """The current game and the program that has to answer. Raises RuntimeError when all games are over."""
        for code in self.codes:
            for one in self.programs:
                decision = one.views[code].decision
                if decision is not None and decision.given is None:
                    return code, one
        raise RuntimeError("All games have been played; measure for a shorter time.")


def pairs(book: Rules[Any], name: str = "Told") -> deque[Pair]:
    """Pairs of players with running games of this kind."""
    found, originals, now = [], [], database_now()
    for number in range(PAIRS):
        people: list[Player] = population.people(2, f"{name}{number}-")
        originals.append(population.begin(book, people, now).pk)
        keys = [api_tokens.make(someone, "told", ["game:read", "game:play"], now=now)[1] for someone in people]
        found.append(keys)
    first = population.next_number()
    first += -first % PAIRS
    population.copies(originals, first, first + PAIRS * GAMES - 1)
    codes = [f"0{number}" for number in range(first, first + PAIRS * GAMES)]
    return deque(Pair((Program(one), Program(other)), codes[at::PAIRS]) for at, (one, other) in enumerate(found))


def run(site: int, stream_url: str, waiting: deque[Pair], tables: int, query: str = "include=view") -> Callable[[float], Turn]:
    """A cell's turn: so many pairs play at once; a move is finished when the streams of both players have reported it.

    `query` selects what the streams deliver.
    """

    def turn(seconds: float) -> Turn:
        playing = [waiting[at] for at in range(tables)]
        waiting.rotate(-tables)
        return asyncio.run(_turn(site, stream_url, playing, seconds, query))

    return turn


async def _turn(site: int, stream_url: str, playing: list[Pair], seconds: float, query: str) -> Turn:
    async with AsyncExitStack() as stack:
        for pair in playing:
            for program in pair.programs:
                await program.listen(stream_url, stack, query)
        await asyncio.gather(*(_play(site, pair, time.perf_counter() + 0.2) for pair in playing))  # connections, caches
        before, began = servers_seconds(), time.perf_counter()
        each = await asyncio.gather(*(_play(site, pair, began + seconds) for pair in playing))
        took, moves = time.perf_counter() - began, [second for found in each for second in found]
        return Turn(len(moves) / took, tuple(moves), (servers_seconds() - before) / len(moves))


async def _play(site: int, pair: Pair, end: float) -> list[float]:
    """Seconds of every move until the time is up. Raises `UnexpectedAnswerError` when a move is refused."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site, limit=2**20)
    rng = random.Random(5)
    each: list[float] = []
    try:
        while not each or time.perf_counter() < end:
            code, mover = pair.mover()
            view = mover.views[code]
            body = orjson.dumps({"nth": view.nth, "text": random_player(view, rng)})
            began = time.perf_counter()
            sent = load.post(f"/api/v1/games/{code}/moves", {"Authorization": f"Bearer {mover.key}"}, body, "application/json")
            writer.write(sent)
            outcome = orjson.loads(await load.answered(reader, 200, sent))
            for program in pair.programs:
                await program.until(code, outcome["seq"])
            each.append(time.perf_counter() - began)
    finally:
        writer.close()
    return each
