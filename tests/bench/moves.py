"""Cost of a move: the service with real rules, compared with pgbench calling one function that changes the same tables.

pgbench is the reference because no Python code can be faster than a C client that sends one prepared call; the plain ORM version shows
the gain of hand-written SQL (docs/decisions/0001-hand-written-sql.md).
"""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import connection, transaction
from django.db.models import Avg
from django.db.models.functions import Length

from games.models import Game, Move, Seat
from notifications.clock import database_now
from notifications.models import Message
from tests.bench import population
from tests.bench.cells import Cell, Turn, repeat

YARDSTICK, YARDSTICK_8 = "pgbench: one call of a function, one client", "pgbench: one call of a function, eight clients"
FUNCTION = """
CREATE OR REPLACE FUNCTION bench_move(g bigint) RETURNS int LANGUAGE plpgsql AS $$
DECLARE row record; held record; who bigint;
BEGIN
    SELECT id, code, seq, position, waiting INTO row FROM games_game WHERE id = g FOR UPDATE;
    FOR held IN SELECT * FROM games_seat WHERE game_id = g ORDER BY index LOOP who := held.player_id; END LOOP;
    INSERT INTO games_move (game_id, seq, seat, nth, kind, text, said, source, player_id, story, at, events)
        VALUES (g, row.seq + 1000000, 0, row.seq, 'answer', 'token', 'token', 'form', who, '', now(), repeat('x', {events}));
    UPDATE games_seat SET nth = nth + 1, asked_at = now(), due_at = now() + interval '3 days', remind_at = now() + interval '2 days'
        WHERE game_id = g;
    INSERT INTO notifications_message (kind, recipient_id, channel, key, payload, thread, topic, not_before)
        VALUES ('your_turn', who, 'email', 'bench:' || row.code || ':' || row.seq, '{{}}', row.code, 'turn:' || row.code, now())
        ON CONFLICT (recipient_id, channel, key) DO NOTHING;
    UPDATE games_game SET position = left(position, -20) || lpad(row.seq::text, 20), seq = seq + 1, moved_at = now() WHERE id = g;
    RETURN row.seq;
END $$
"""


@dataclass(frozen=True, slots=True)
class Copies:
    """The games that pgbench may change: ids from `first` to `last`."""

    first: int
    last: int

    def one(self, rng: random.Random) -> int:
        """A random one of them."""
        return rng.randint(self.first, self.last)


def make_function() -> None:
    """Create the reference function; its log lines have the mean length of real ones."""
    size = Move.objects.aggregate(size=Avg(Length("events")))["size"] or 300
    with connection.cursor() as cursor:
        cursor.execute(FUNCTION.format(events=int(size)))


def cells(programs: Path, copies: Copies, stocks: list[population.Stock]) -> list[Cell]:
    """The reference, the plain ORM, and the service with each game's rules."""
    found = [
        Cell(YARDSTICK, lambda seconds: pgbench(programs, copies, seconds, clients=1)),
        Cell("move: plain ORM, no rules", lambda seconds: repeat(_orm(copies, random.Random(3)), seconds), YARDSTICK),
    ]
    return found + [Cell(f"move: service, {stock.book.key}", _service(stock), YARDSTICK) for stock in stocks]


def pgbench(programs: Path, copies: Copies, seconds: float, *, clients: int) -> Turn:
    """Run pgbench; the rate is the one it prints."""
    known = connection.get_connection_params()
    where = " ".join(f"{name}={known[name]}" for name in ("dbname", "user", "password", "host") if known.get(name))
    with TemporaryDirectory() as folder:
        script = Path(folder) / "move.sql"
        script.write_text("\\set g random(:first, :last)\nSELECT bench_move(:g);\n")
        options = ["-n", "-M", "prepared", "-c", str(clients), "-T", str(max(1, round(seconds))), "-f", str(script)]
        values = ["-D", f"first={copies.first}", "-D", f"last={copies.last}"]
        done = subprocess.run([str(programs / "pgbench"), *options, *values, where], capture_output=True, text=True, check=False)
    found = re.search(r"^tps = ([0-9.]+)", done.stdout, re.MULTILINE)
    if done.returncode or not found:
        raise RuntimeError(f"pgbench failed: {done.stderr.strip()}")
    return Turn(float(found.group(1)))


def _service(stock: population.Stock) -> Callable[[float], Turn]:
    """Answers to random games of one kind. Choosing the answer is not measured."""

    def prepare() -> Callable[[], object]:
        given, now = stock.next(), database_now()
        return lambda: population.give(given, now)

    return lambda seconds: repeat(prepare, seconds)


def _orm(copies: Copies, rng: random.Random) -> Callable[[], Callable[[], object]]:
    """The same rows, written through the ORM in the usual way."""

    def prepare() -> Callable[[], object]:
        pk, now = copies.one(rng), database_now()

        def move() -> None:
            with transaction.atomic():
                game = Game.objects.select_for_update().get(pk=pk)
                seats = list(Seat.objects.filter(game=game).select_related("player").order_by("index"))
                Move.objects.create(game=game, seq=game.seq + 1_000_000, seat=0, nth=game.seq, text="token", source="form", at=now)
                for seat in seats:
                    seat.nth, seat.asked_at, seat.due_at = seat.nth + 1, now, now
                Seat.objects.bulk_update(seats, ["nth", "asked_at", "due_at", "remind_at"])
                key, who = f"bench:{game.code}:{game.seq}", seats[-1].player
                assert who is not None
                Message.objects.create(kind="your_turn", recipient=who, key=key, payload={}, thread=game.code, topic=f"turn:{game.code}")
                game.position, game.seq, game.moved_at = f"{game.position[:-20]}{game.seq:20d}", game.seq + 1, now
                game.save()

        return move

    return prepare
