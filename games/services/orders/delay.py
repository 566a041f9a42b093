"""When an order answers at a table that delays orders: as late as its person usually answers by hand.

What is drawn is one of the person's own latest answer times, a little shorter or longer, and of several such moments one at an hour of the
day at which they do answer. So the speed of an answer tells nothing about who gave it (docs/decisions/0201-orders-that-take-their-time.md).
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Seat
from games.models.rows import rows
from games.services.clocks import availability
from games.services.tables import store

BY_HAND = ("form", "api", "mail", "sealed")
RECENT_GAMES = 20
MOST = 200
FEW = 10
"""With fewer answers of a person than this, what is usual for people counts as well."""
USUAL, USUAL_GOING_ON = (7200.0, 1.4), (25.0, 0.8)
"""The median in seconds of an answer to somebody else's move, and within an own turn; with the spread of its logarithm."""
BLUR = 0.2
"""So far apart, as a share, answers lie that were drawn from the same one."""
DRAWN = 12
HOURS = 24
ABOUT = 0.5
"""Hours between two times of day that are taken for the same."""
MARGIN = timedelta(minutes=2)
"""No order waits until the last moment, which only programs meet."""
SOONEST = 1.0

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
    """An answer that somebody gave by hand: when, how many seconds after the line before, and whether that was their own."""

    at: datetime
    seconds: float
    goes_on: bool


def moment(game: store.RunningGame, seat: store.RunningSeat, now: datetime, *, goes_on: bool) -> datetime:
    """When the order of a seat answers what is asked now, before the deadline. Two queries."""
    past = answers_by_hand(seat.player_id) if seat.player_id is not None else []
    drawn = draw(past, now, seat.due_at, goes_on=goes_on, rng=random.SystemRandom())
    return _in_time(availability.slide(drawn, game.person(seat)), now, seat.due_at)


def answers_by_hand(player_id: int) -> list[Past]:
    """The latest answers that a person gave, the newest first."""
    seats = Seat.objects.filter(player=player_id, game__moved_at__isnull=False).order_by("-game__moved_at")
    games = list(seats.values_list("game_id", flat=True)[:RECENT_GAMES])
    return [Past(*row) for row in rows(PAST, {"games": games, "player": player_id, "by_hand": list(BY_HAND), "most": MOST})]


def draw(past: Sequence[Past], now: datetime, due_at: datetime | None, *, goes_on: bool, rng: random.Random) -> datetime:
    """A moment at which this person might answer something asked now."""
    like = [one.seconds for one in _asked_about(past, now, goes_on=goes_on)]
    moments = [now + timedelta(seconds=_seconds(like, goes_on, rng)) for _number in range(DRAWN)]
    if goes_on:
        return _in_time(moments[0], now, due_at)
    in_time = [at for at in moments if due_at is None or at < due_at - MARGIN] or moments[:1]
    weights = [_there(past, at) for at in in_time]
    if any(weights):
        return _in_time(rng.choices(in_time, weights)[0], now, due_at)
    return _in_time(_next_time_there(past, in_time[0], rng), now, due_at)


def _asked_about(past: Sequence[Past], now: datetime, *, goes_on: bool) -> list[Past]:
    """Of what they were asked in the same way, the third nearest to this time of day: who is asked at night answers in the morning."""
    like = [one for one in past if one.goes_on == goes_on]
    if goes_on:
        return like
    return sorted(like, key=lambda one: _apart(one.at - timedelta(seconds=one.seconds), now))[: max(FEW, len(like) // 3)]


def _seconds(like: Sequence[float], goes_on: bool, rng: random.Random) -> float:
    if rng.random() * FEW >= len(like):
        median, spread = USUAL_GOING_ON if goes_on else USUAL
        return max(SOONEST, median * math.exp(rng.gauss(0, spread)))
    return max(SOONEST, rng.choice(like) * math.exp(rng.gauss(0, BLUR)))


def _there(past: Sequence[Past], at: datetime) -> int:
    """How many of their answers were given about this time of day; the same for each hour where little is known."""
    return sum(_apart(one.at, at) <= ABOUT for one in past) if len(past) >= FEW else 1


def _next_time_there(past: Sequence[Past], at: datetime, rng: random.Random) -> datetime:
    """The first of a few times of day at which they have answered before."""
    hours = [_hour(one.at) for one in rng.sample(list(past), min(4, len(past)))]
    return min(at + timedelta(hours=(hour - _hour(at)) % HOURS) for hour in hours) + timedelta(minutes=rng.uniform(0, 20))


def _apart(one: datetime, other: datetime) -> float:
    """The hours between two times of day, the shorter way round the clock."""
    return abs((_hour(one) - _hour(other) + HOURS / 2) % HOURS - HOURS / 2)


def _hour(at: datetime) -> float:
    return at.hour + at.minute / 60 + at.second / 3600


def _in_time(at: datetime, now: datetime, due_at: datetime | None) -> datetime:
    """The moment itself, or where the deadline comes first one before it."""
    if due_at is None or at < due_at - MARGIN:
        return at
    return max(now, min(due_at - MARGIN, now + (due_at - now) * 0.9))
