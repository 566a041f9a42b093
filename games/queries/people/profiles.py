"""What others may know of somebody: strength, reliability, and how soon they usually answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Exists, OuterRef, Q

from games.models import Player, Rating, RatingEvent, Seat, Tenure
from games.models.player import name_key
from games.models.reliability import reliability_of

__all__ = ["AnswerTimes", "active_player", "answer_times", "history", "ratings_of", "reliability_of"]

INVITED_ONLY = Q(name_chosen=False, last_login=None) & ~Exists(Tenure.objects.filter(player=OuterRef("pk")))

FEW_ANSWERS = 20
RECENT_GAMES = 30
MOST_POINTS = 300

ANSWER_TIMES = """
WITH lines AS (
    SELECT player_id, source, kind, seat, at - lag(at) OVER game AS after, lag(seat) OVER game AS seat_before
    FROM games_move WHERE game_id = ANY(%(games)s) AND seat >= 0 AND kind = 'answer' WINDOW game AS (PARTITION BY game_id ORDER BY seq)
)
SELECT count(*), percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY after)
FROM lines WHERE player_id = %(player)s AND seat_before <> seat AND source IN ('form', 'api', 'mail', 'sealed')
"""


@dataclass(frozen=True, slots=True)
class AnswerTimes:
    """How long a quarter, half and three quarters of somebody's latest answers took after the previous person's."""

    quarter: timedelta
    half: timedelta
    most: timedelta


def active_player(name: str) -> Player | None:
    """The active person or bot of this name. One query. Nobody knows yet of a guest who was invited and has not been here."""
    found = Player.objects.filter(name_key=name_key(name[:60]), is_active=True)
    return found.exclude(INVITED_ONLY).first()


def ratings_of(player: Player) -> list[Rating]:
    """This person's ratings, most played first. One query."""
    return list(player.ratings.order_by("-games", "rules"))


def history(player: Player, rules: str) -> list[tuple[datetime, int]]:
    """The shown rating after each of the latest rated games, oldest first. One query."""
    events = RatingEvent.objects.filter(player=player, rules=rules, superseded=False).order_by("-pk")[:MOST_POINTS]
    return [(event.at, event.shown) for event in reversed(events)]


def answer_times(player: Player) -> AnswerTimes | None:
    """How soon somebody answers, from their latest games; None while there is too little to say. Two queries."""
    seats = Seat.objects.filter(player=player, game__moved_at__isnull=False).order_by("-game__moved_at")
    games = list(seats.values_list("game_id", flat=True)[:RECENT_GAMES])
    with connection.cursor() as cursor:
        cursor.execute(ANSWER_TIMES, {"games": games, "player": player.pk})
        count, quartiles = cursor.fetchone()
    return AnswerTimes(*quartiles) if count >= FEW_ANSWERS else None
