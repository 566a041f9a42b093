"""Games for measurements: real ones, played to a random point, and as many copies as a busy site would store."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import orjson
from django.db import connection, transaction

from games.models import Game, Move, Player, Seat
from games.rules.contract import Position
from games.rules.game import Game as Rules
from games.rules.playout import random_answer
from games.services.clocks.pace import PRESETS
from games.services.tables import answers, lobby
from notifications.clock import database_now

COPY_GAMES = """
INSERT INTO games_game ({columns}, code, invitation)
SELECT {columns}, '0' || n, '0' || n FROM games_game g, generate_series(%s::bigint, %s::bigint) n
WHERE g.id = (%s::bigint[])[1 + n %% cardinality(%s::bigint[])]
"""
COPY_SEATS = """
INSERT INTO games_seat ({columns}, game_id, due_at)
SELECT {read}, copy.id, CASE WHEN s.pending THEN now() + interval '1 day' + (copy.id || ' s')::interval END
FROM games_game copy JOIN games_seat s ON s.game_id = (%s::bigint[])[1 + substr(copy.code, 2)::bigint %% cardinality(%s::bigint[])]
WHERE copy.code LIKE '0%%' AND NOT EXISTS (SELECT 1 FROM games_seat have WHERE have.game_id = copy.id)
"""


def people(count: int, name: str = "Player") -> list[Player]:
    """Create users."""
    return [Player.objects.create_user(f"{name.lower()}{n}@bench.example", None, name=f"{name} {n}") for n in range(count)]


def somebodys_games(book: Rules[Any], name: str) -> tuple[Game, Player]:
    """A user with twenty running games, and one of them in which this user has to answer.

    These are not the games that are copied: a user with twenty thousand games would be unrealistic.
    """
    readers = people(book.seats[0], name)
    games = [begin(book, readers, database_now()) for _each in range(20)]
    given = next_answer(games[0].pk, random.Random(1))
    assert given is not None
    return games[0], next(one for one in readers if one.pk == given.player)


def begin(book: Rules[Any], players: list[Player], now: datetime) -> Game:
    """A running game of people only, with the smallest number of seats."""
    seats = book.seats[0]
    game = lobby.create(players[0], book.key, seats, now=now, pace=PRESETS["three-days"], visibility=Game.Visibility.PUBLIC)
    for player in players[1:seats]:
        lobby.take_seat(game, player, now=now)
    game.refresh_from_db()
    return game


@dataclass(frozen=True, slots=True)
class Given:
    """An answer to give: game, number of the question, seat, player."""

    game: int
    seat: int
    nth: int
    text: str
    player: int


def next_answer(game_id: int, rng: random.Random) -> Given | None:
    """A random legal answer to an open question of a game; None when the game is over."""
    seat = Seat.objects.filter(game_id=game_id, pending=True, live=True).order_by("index").first()
    if seat is None:
        return None
    game = Game.objects.only("rules", "rules_version", "position").get(pk=game_id)
    question = game.book.resume(Position.from_json(orjson.loads(game.position))).question(seat.index)
    assert question is not None
    assert seat.player_id is not None
    return Given(game_id, seat.index, seat.nth, random_answer(question, rng), seat.player_id)


def give(given: Given, now: datetime) -> None:
    """Give the answer through the service."""
    answers.answer(given.game, given.seat, given.nth, given.text, source=Move.Source.FORM, now=now, player_id=given.player)


def advance(game_id: int, moves: int, rng: random.Random, now: datetime) -> int:
    """Play up to so many random answers; returns their number, which is smaller when the game ends."""
    for done in range(moves):
        given = next_answer(game_id, rng)
        if given is None:
            return done
        give(given, now)
    return moves


@dataclass(slots=True)
class Stock:
    """Running games of one kind. A finished game is replaced by a new one, so there is always an open question."""

    book: Rules[Any]
    players: list[Player]
    ids: list[int]
    rng: random.Random

    def next(self) -> Given:
        """A random legal answer in one of the games."""
        place = self.rng.randrange(len(self.ids))
        while (given := next_answer(self.ids[place], self.rng)) is None:
            self.ids[place] = begin(self.book, self.rng.sample(self.players, len(self.players)), database_now()).pk
        return given


def stock(book: Rules[Any], players: list[Player], count: int, rng: random.Random) -> Stock:
    """So many games of one kind, each played to a random point."""
    return Stock(book, players, tables(book, players, count, rng), rng)


def tables(book: Rules[Any], players: list[Player], count: int, rng: random.Random) -> list[int]:
    """So many games of one kind, each played to a random point."""
    now, made = database_now(), []
    for _ in range(count):
        game = begin(book, rng.sample(players, len(players)), now)
        advance(game.pk, rng.randrange(20), rng, now)
        if Seat.objects.filter(game=game, live=True, pending=True).exists():
            made.append(game.pk)
    return made


def copies(originals: list[int], first: int, last: int) -> None:
    """Create copies number `first` to `last` of running games without a log, with deadlines spread over the next days. Their codes
    begin with 0, which no code of a real game contains.
    """
    own = ("game_id", "due_at")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(COPY_GAMES.format(columns=_columns(Game, "code", "invitation")), [first, last, originals, originals])
        cursor.execute(COPY_SEATS.format(columns=_columns(Seat, *own), read=_columns(Seat, *own, prefix="s.")), [originals, originals])


def next_number() -> int:
    """The number of the next copy."""
    codes = Game.objects.filter(code__startswith="0").values_list("code", flat=True)
    return max((int(code) for code in codes), default=-1) + 1


def make_due(count: int, now: datetime) -> None:
    """Set exactly so many deadlines into the past."""
    Seat.objects.filter(due_at__lte=now).update(due_at=now + timedelta(days=1))
    late = list(Seat.objects.filter(due_at__isnull=False).order_by("-id").values_list("pk", flat=True)[:count])
    Seat.objects.filter(pk__in=late).update(due_at=now - timedelta(seconds=1))


def _columns(model: type[Game] | type[Seat], *without: str, prefix: str = "") -> str:
    names = [field.column for field in model._meta.concrete_fields if field.column not in ("id", *without)]
    quoted = [connection.ops.quote_name(str(name)) for name in names]
    return ", ".join(f"{prefix}{name}" for name in quoted)
