"""Benchmark of the admin's change lists on a large site: their number of queries, which does not grow with the rows, and their time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Player
from tests.bench.cells import Cell, Stopwatch, Turn
from tests.bench.pages import Browser, sign_in

PLAYERS = 20_000
LEAST = 20
"""Minimum number of pages per turn: CPU time is counted in hundredths of a second."""

LISTS = {
    "games": "/admin/games/game/",
    "games, running": "/admin/games/game/?status__exact=active",
    "games, half-way through": "/admin/games/game/?p={page}",
    "games by code": "/admin/games/game/?q={code}",
    "games by latest move": "/admin/games/game/?o=-7",
    "players": "/admin/games/player/",
    "players by name": "/admin/games/player/?q=crowd 777",
    "log lines": "/admin/games/move/",
    "messages": "/admin/notifications/message/",
    "inbox": "/admin/inbox/",
}


def crowd(numbers: Iterable[int]) -> None:
    """Create users who never play."""
    Player.objects.bulk_create(
        (
            Player(name=f"Crowd {n}", name_key=f"crowd {n}", email=f"crowd{n}@bench.example", password=UNUSABLE_PASSWORD_PREFIX)
            for n in numbers
        ),
        batch_size=2_000,
    )


def cells(players: int = PLAYERS) -> list[Cell]:
    """One cell per change list, named with its number of queries. The games must exist."""
    known = Player.objects.count()
    crowd(range(known, players))
    boss = Player.objects.create_superuser("boss@bench.example", None, name="Boss")
    browser, cookie = Browser(WSGIHandler()), sign_in(boss)
    facts = {"code": Game.objects.values_list("code", flat=True).latest("pk"), "page": max(1, Game.objects.count() // 200)}
    found = []
    for name, address in LISTS.items():
        path, _mark, query = address.format(**facts).partition("?")
        with CaptureQueriesContext(connection) as made:
            browser.get(cookie, path, query)
        found.append(Cell(f"admin: {name} ({len(made)} queries)", _get(browser, cookie, path, query)))
    return found


def _get(browser: Browser, cookie: str, path: str, query: str) -> Callable[[float], Turn]:
    """GET whole pages, at least `LEAST` of them. The CPU time is that of this process and its PostgreSQL backend together."""

    def turn(seconds: float) -> Turn:
        before, walls, watch = _backend_seconds(), list[float](), Stopwatch()
        cpu, end = 0.0, time.perf_counter() + seconds
        while time.perf_counter() < end or len(walls) < LEAST:
            with watch.running():
                browser.get(cookie, path, query)
            walls.append(watch.wall)
            cpu += watch.cpu
        return Turn(len(walls) / sum(walls), tuple(walls), (cpu + _backend_seconds() - before) / len(walls))

    return turn


def _backend_seconds() -> float:
    """CPU seconds of the PostgreSQL process that serves this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
