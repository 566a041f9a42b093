"""Does a move cost more in a long game? Copies of one game at the same question, with logs of different length."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from django.db import connection

from games.models import Game
from notifications.clock import database_now
from tests.bench import population
from tests.bench.cells import Cell, Turn, repeat

SHORT, LONG = 10, 400
FRESH = 300
"""Copies created at a time; each is answered once."""
LENGTHEN = """
INSERT INTO games_move (game_id, seq, seat, nth, kind, text, said, source, story, at, events)
SELECT g.id, line, 0, line, 'answer', 'token', 'token', 'form', '', now(), repeat('x', 300)
FROM games_game g, generate_series(0, %(lines)s - 1) line WHERE g.id = ANY(%(ids)s)
"""


def cells(stock: population.Stock) -> list[Cell]:
    """Two cells; the second is compared with the first."""
    name = f"move: service, {stock.book.key}, game of {{lines}} lines"
    short, long = name.format(lines=SHORT), name.format(lines=LONG)
    return [Cell(short, _moves(stock, SHORT)), Cell(long, _moves(stock, LONG), short)]


def _moves(stock: population.Stock, lines: int) -> Callable[[float], Turn]:
    """Answers to copies of one game with a log of so many lines."""
    given = _some_way_into_a_game(stock)
    supply = _copies(given.game, lines)

    def prepare() -> Callable[[], object]:
        one, now = replace(given, game=next(supply)), database_now()
        return lambda: population.give(one, now)

    return lambda seconds: repeat(prepare, seconds)


def _some_way_into_a_game(stock: population.Stock) -> population.Given:
    table = population.begin(stock.book, stock.players, database_now())
    population.advance(table.pk, 2, Random(3), database_now())
    given = population.next_answer(table.pk, Random(3))
    assert given is not None
    return given


def _copies(game: int, lines: int) -> Iterator[int]:
    """The ids of the copies, which are created on demand."""
    while True:
        first = population.next_number()
        population.copies([game], first, first + FRESH - 1)
        ids = list(Game.objects.filter(code__in=[f"0{number}" for number in range(first, first + FRESH)]).values_list("pk", flat=True))
        with connection.cursor() as cursor:
            cursor.execute("UPDATE games_game SET seq = %s WHERE id = ANY(%s)", [lines, ids])
            cursor.execute(LENGTHEN, {"lines": lines, "ids": ids})
            cursor.execute("ANALYZE games_move")
        yield from ids
