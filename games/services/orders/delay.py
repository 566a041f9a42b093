"""The moment at which a delayed order answers: as late as the player usually answers by hand.

One of the player's recent answer times is drawn, with some jitter. Of several such moments, one is chosen at a time of day at which the
player usually answers. So the speed of an answer does not show whether an order gave it
(docs/decisions/0201-orders-that-take-their-time.md).
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Move, Seat
from games.models.rows import rows
from games.services.clocks import availability
from games.services.tables import store

RECENT_GAMES = 20
MOST = 200
"""The most answers that are read."""
FEW = 10
"""With fewer answers of a player than this, times are also drawn from a general distribution."""
USUAL, USUAL_GOING_ON = (7200.0, 1.4), (25.0, 0.8)
"""The general log-normal distributions of an answer to another player's move, and within an own turn: median in seconds, sigma."""
JITTER = 0.2
"""The sigma of the log-normal factor of a drawn answer time."""
CANDIDATES = 12
"""Moments that are drawn, of which one is chosen."""
HOURS = 24
SAME_TIME = 0.5
"""Two times of day count as the same up to this difference, in hours."""
MARGIN = timedelta(minutes=2)
"""An order answers at least this long before the deadline."""
SOONEST = 1.0
"""The shortest answer time, in seconds."""

PAST = """
WITH lines AS (
    SELECT player_id, source, seat, at, at - lag(at) OVER game AS after, lag(seat) OVER game AS seat_before
    FROM games_move WHERE game_id = ANY(%(games)s) AND seat >= 0 AND kind = 'answer' WINDOW game AS (PARTITION BY game_id ORDER BY seq)
)
SELECT at, extract(epoch FROM after)::float8, seat_before = seat FROM lines
WHERE player_id = %(player)s AND source = ANY(%(by_hand)s) AND after > interval '0' ORDER BY at DESC LIMIT %(most)s
"""


@dataclass(frozen=True, slots=True)
class Past:
    """An answer given by hand: its time, the seconds since the previous log line, and whether that line was of the same seat."""

    at: datetime
    seconds: float
    goes_on: bool


def moment(game: store.RunningGame, seat: store.RunningSeat, now: datetime, *, goes_on: bool) -> datetime:
    """The moment at which the order of a seat answers a question that is asked now, before its deadline. Two queries.

    `goes_on`: the seat has also given the previous answer.
    """
    past = answers_by_hand(seat.player_id) if seat.player_id is not None else []
    drawn = draw(past, now, seat.due_at, goes_on=goes_on, rng=random.SystemRandom())
    return _in_time(availability.slide(drawn, game.person(seat)), now, seat.due_at)


def answers_by_hand(player_id: int) -> list[Past]:
    """The latest answers that a player gave by hand, newest first. Two queries."""
    seats = Seat.objects.filter(player=player_id, game__moved_at__isnull=False).order_by("-game__moved_at")
    games = list(seats.values_list("game_id", flat=True)[:RECENT_GAMES])
    return [Past(*row) for row in rows(PAST, {"games": games, "player": player_id, "by_hand": Move.BY_HAND, "most": MOST})]


def draw(past: Sequence[Past], now: datetime, due_at: datetime | None, *, goes_on: bool, rng: random.Random) -> datetime:
    """A random moment at which the player would plausibly answer a question that is asked now."""
    times = [one.seconds for one in _similar(past, now, goes_on=goes_on)]
    moments = [now + timedelta(seconds=_seconds(times, goes_on, rng)) for _number in range(CANDIDATES)]
    if goes_on:
        return _in_time(moments[0], now, due_at)
    in_time = [at for at in moments if due_at is None or at < due_at - MARGIN] or moments[:1]
    weights = [_answers_around(past, at) for at in in_time]
    if any(weights):
        return _in_time(rng.choices(in_time, weights)[0], now, due_at)
    return _in_time(_next_usual_time(past, in_time[0], rng), now, due_at)


def _similar(past: Sequence[Past], now: datetime, *, goes_on: bool) -> list[Past]:
    """The answers to comparable questions. Of answers to another player's move, the third asked closest to this time of day."""
    same_kind = [one for one in past if one.goes_on == goes_on]
    if goes_on:
        return same_kind
    nearest = sorted(same_kind, key=lambda one: _hours_between(one.at - timedelta(seconds=one.seconds), now))
    return nearest[: max(FEW, len(same_kind) // 3)]


def _seconds(times: Sequence[float], goes_on: bool, rng: random.Random) -> float:
    """A random answer time in seconds: one of `times` with jitter, or from the general distribution if there are few."""
    if rng.random() * FEW >= len(times):
        median, sigma = USUAL_GOING_ON if goes_on else USUAL
        return max(SOONEST, median * math.exp(rng.gauss(0, sigma)))
    return max(SOONEST, rng.choice(times) * math.exp(rng.gauss(0, JITTER)))


def _answers_around(past: Sequence[Past], at: datetime) -> int:
    """The number of answers around this time of day; 1 for every time where there are few answers."""
    return sum(_hours_between(one.at, at) <= SAME_TIME for one in past) if len(past) >= FEW else 1


def _next_usual_time(past: Sequence[Past], at: datetime, rng: random.Random) -> datetime:
    """The first time after `at` that is up to 20 minutes after one of four random answers, by time of day."""
    hours = [_hour(one.at) for one in rng.sample(list(past), min(4, len(past)))]
    return min(at + timedelta(hours=(hour - _hour(at)) % HOURS) for hour in hours) + timedelta(minutes=rng.uniform(0, 20))


def _hours_between(one: datetime, other: datetime) -> float:
    """The hours between two times of day, at most twelve."""
    return abs((_hour(one) - _hour(other) + HOURS / 2) % HOURS - HOURS / 2)


def _hour(at: datetime) -> float:
    return at.hour + at.minute / 60 + at.second / 3600


def _in_time(at: datetime, now: datetime, due_at: datetime | None) -> datetime:
    """The moment, or one before the deadline if the moment is too late."""
    if due_at is None or at < due_at - MARGIN:
        return at
    return max(now, min(due_at - MARGIN, now + (due_at - now) * 0.9))
