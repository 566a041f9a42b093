"""Public data of a player: ratings, reliability and usual answer times."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q

from games.models import Move, Player, Rating, RatingEvent, Seat, Tenure
from games.models.player import name_key
from games.models.reliability import reliability_of
from games.models.rows import rows

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
FROM lines WHERE player_id = %(player)s AND seat_before <> seat AND source = ANY(%(by_hand)s)
"""


@dataclass(frozen=True, slots=True)
class AnswerTimes:
    """The quartiles of the time from another seat's answer to an answer of the player by hand."""

    quarter: timedelta
    half: timedelta
    most: timedelta


def active_player(name: str) -> Player | None:
    """The active person or bot of this name, or None. One query. Guests who were invited but have never visited are left out."""
    if not name.isprintable():
        return None  # no name has such a character, and the database takes no NUL
    found = Player.objects.filter(name_key=name_key(name[:60]), is_active=True)
    return found.exclude(INVITED_ONLY).first()


def ratings_of(player: Player) -> list[Rating]:
    """A player's ratings, most played first. One query."""
    return list(player.ratings.order_by("-games", "rules"))


def history(player: Player, rules: str) -> list[tuple[datetime, int]]:
    """The shown rating after each of the latest rated games, oldest first. One query."""
    events = RatingEvent.objects.filter(player=player, rules=rules, superseded=False).order_by("-pk")[:MOST_POINTS]
    return [(event.at, event.shown) for event in reversed(events)]


def answer_times(player: Player) -> AnswerTimes | None:
    """The answer times in a player's latest games; None with fewer than `FEW_ANSWERS` answers. Two queries."""
    seats = Seat.objects.filter(player=player, game__moved_at__isnull=False).order_by("-game__moved_at")
    games = list(seats.values_list("game_id", flat=True)[:RECENT_GAMES])
    count, quartiles = rows(ANSWER_TIMES, {"games": games, "player": player.pk, "by_hand": Move.BY_HAND})[0]
    return AnswerTimes(*quartiles) if count >= FEW_ANSWERS else None
