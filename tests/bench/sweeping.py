"""Cost of the sweep of deadlines: with nothing due among few and among many games, and for each deadline that has passed."""

from __future__ import annotations

from collections.abc import Callable

from django.db import connection

from games.services.clocks import sweep
from notifications.clock import database_now
from tests.bench import population
from tests.bench.cells import Cell, Turn, repeat

DUE_SCAN = "EXPLAIN SELECT game_id, index FROM games_seat WHERE due_at <= now() ORDER BY due_at LIMIT 500"


def nothing_due(name: str, against: str = "") -> Cell:
    """One round with nothing due."""

    def run(seconds: float) -> Turn:
        _round()()  # after a pause, the first round extends deadlines by the time without sweeps
        return repeat(_round, seconds)

    return Cell(name, run, against, unit=" rounds/s")


def hundred_due(name: str, against: str) -> Cell:
    """One round with a hundred deadlines passed; the rate is per deadline."""

    def run(seconds: float) -> Turn:
        def prepare() -> Callable[[], object]:
            population.make_due(100, database_now())
            return _round()

        turn = repeat(prepare, seconds)
        return Turn(turn.rate * 100, tuple(second / 100 for second in turn.each), turn.cpu and turn.cpu / 100)

    return Cell(name, run, against, unit=" deadlines/s")


def plan() -> str:
    """PostgreSQL's query plan for the due deadlines."""
    with connection.cursor() as cursor:
        cursor.execute(DUE_SCAN)
        return "\n".join(line for (line,) in cursor.fetchall())


def _round() -> Callable[[], object]:
    now = database_now()
    return lambda: sweep.sweep(now)
