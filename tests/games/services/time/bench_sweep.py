"""`python -m tests.games.services.time.bench_sweep [games]`: what a round of the sweeper costs among many games with deadlines.

Nothing due among 1,000 and among 100,000 games, with the plans of its queries; then 1,000 deadlines in the same second for one worker.
"""

from __future__ import annotations

import statistics
import sys
import time
from datetime import timedelta
from typing import Any

FEW, DUE = 1_000, 1_000
ROUNDS = 100

COPY_GAMES = """
INSERT INTO games_game ({columns}) SELECT {values} FROM games_game g, generate_series(%(first)s::bigint, %(last)s::bigint) AS n
WHERE g.id = %(game)s
"""
COPY_SEATS = """
INSERT INTO games_seat ({columns}) SELECT {values} FROM games_seat s, games_game g WHERE s.game_id = %(game)s AND g.code LIKE 'b%%'
    AND length(g.code) = 9 AND g.id > %(after)s
"""


def main() -> None:
    """Measure on stores of our own and print what was found."""
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    from tests.games.services.time.ground import own_stores

    with own_stores():
        report(many)


def report(many: int) -> None:
    """Print the figures for `many` games."""
    from tests.games.conftest import NOON, person, start

    game = start(person("alice"), person("bob"), now=NOON, forfeit_after=0)
    multiply(game, FEW - 1)
    few = empty_round(NOON + timedelta(hours=1))
    multiply(game, many - FEW)
    lots = empty_round(NOON + timedelta(hours=1))
    for name, one, other in zip(("median", "fastest"), few, lots, strict=True):
        print(f"nothing due, {name} round: {one * 1000:.2f} ms among {FEW} games, {other * 1000:.2f} ms among {many}: {other / one:.2f}")
    for query in plans(NOON + timedelta(hours=1)):
        print(query)
    due_together(NOON + timedelta(hours=2))


def multiply(game: Any, count: int) -> None:
    """Copy a running game with its seats so often; all copies are asked and have a deadline."""
    from django.db import connection

    from games.models import Game, Seat

    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(id), 0) FROM games_game")
        ((after,),) = cursor.fetchall()
        own = {"code": "'b' || lpad(n::text, 8, '0')", "invitation": "'b' || n::text"}
        names = [field.column for field in Game._meta.concrete_fields if field.column != "id"]
        copy = COPY_GAMES.format(columns=", ".join(names), values=", ".join(own.get(name, f"g.{name}") for name in names))
        cursor.execute(copy, {"game": game.pk, "first": after + 1, "last": after + count})
        names = [field.column for field in Seat._meta.concrete_fields if field.column != "id"]
        values = ", ".join("g.id" if name == "game_id" else f"s.{name}" for name in names)
        cursor.execute(COPY_SEATS.format(columns=", ".join(names), values=values), {"game": game.pk, "after": after})
        cursor.execute("ANALYZE games_game, games_seat")


def empty_round(now: Any) -> tuple[float, float]:
    """The median and the shortest time of a round with nothing to do, in seconds; on a busy machine the shortest says more."""
    from tests.games.moves import sweep_at

    times = []
    for _round in range(ROUNDS):
        began = time.perf_counter()
        swept = sweep_at(now)
        times.append(time.perf_counter() - began)
        assert (swept.timeouts, swept.reminders) == (0, 0)
    return statistics.median(times), min(times)


def plans(now: Any) -> list[str]:
    """EXPLAIN ANALYZE of the sweeper's three questions."""
    from games.models import Seat

    questions = {
        "deadlines": Seat.objects.filter(due_at__lte=now).order_by("due_at")[:500],
        "reminders": Seat.objects.filter(remind_at__lte=now).order_by("remind_at")[:500],
        "autopilots": Seat.objects.filter(away_until__lte=now, live=True, game__trouble="").order_by("away_until")[:500],
    }
    return [f"{name}:\n{query.explain(analyze=True, costs=False, timing=False)}" for name, query in questions.items()]


def due_together(due_at: Any) -> None:
    """One worker and so many deadlines in the same second: how long until all are judged, and that each was judged once."""
    from games.models import Move, Seat
    from tests.games.moves import sweep_at

    chosen = list(Seat.objects.filter(pending=True, due_at__isnull=False).order_by("-id").values_list("pk", "game_id")[:DUE])
    Seat.objects.filter(pk__in=[pk for pk, _game in chosen]).update(due_at=due_at)
    assert sweep_at(due_at - timedelta(seconds=1)).timeouts == 0
    began, judged = time.perf_counter(), 0
    while (swept := sweep_at(due_at)).timeouts:
        judged += swept.timeouts
    took = time.perf_counter() - began
    lines = Move.objects.filter(game__in=[game for _pk, game in chosen], source="timeout")
    assert (judged, lines.count(), lines.values("game").distinct().count()) == (DUE, DUE, DUE)
    print(f"{DUE} deadlines in the same second: judged by one worker in {took:.1f} s, none early, none twice")


if __name__ == "__main__":
    main()
