"""How long a game takes: expected hand-overs, days at a group's own pace, the predicted end of a running game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from games.models import Game
from games.rules.game import Game as Rules
from games.rules.registry import all_games

USUAL_WAIT = timedelta(hours=8)
"""What a hand-over takes where nothing is known of the people: the next time they look."""

RECENT_GAMES = 50
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Expectation:
    """`waits` hand-overs; `days` at `wait` for each; `known` when `wait` is measured from these people's own games."""

    seats: int
    waits: int
    wait: timedelta
    known: bool = False

    @property
    def days(self) -> int:
        """To the nearest day, at least one."""
        return max(1, round(self.waits * self.wait / DAY))

    @property
    def hours(self) -> float:
        """The wait, in hours with one decimal."""
        return round(self.wait / timedelta(hours=1), 1)


def expectation(book: Rules[Any], seats: int, longest: timedelta | None = None, wait: timedelta | None = None) -> Expectation | None:
    """What to expect of a table that has not started; None where the rules do not know their own length.

    `longest` is what the pace allows for a move; nobody is expected to take longer.
    """
    waits = book.expected_waits.get(seats)
    if not waits:
        return None
    guess = USUAL_WAIT if wait is None else wait
    return Expectation(seats, waits, min(guess, longest) if longest else guess, wait is not None)


def usual_wait(players: Collection[int]) -> timedelta | None:
    """The median time of a hand-over in these people's latest finished games, each game counted once; None without any. One query."""
    games = Game.objects.filter(status=Game.Status.FINISHED, seats__player__in=players, started_at__isnull=False, seq__gt=0)
    rows = games.order_by("-id").values_list("rules", "seat_count", "started_at", "ended_at").distinct()[:RECENT_GAMES]
    waits = [wait.total_seconds() for wait in (_wait_of(*row) for row in rows) if wait is not None]
    return timedelta(seconds=median(waits)) if waits else None


def _wait_of(rules: str, seats: int, started: datetime | None, ended: datetime | None) -> timedelta | None:
    book = all_games().get(rules)
    expected = book.expected_waits.get(seats) if book is not None else None
    return (ended - started) / expected if expected and started is not None and ended is not None else None


@dataclass(frozen=True, slots=True)
class Health:
    """A running game: hand-overs so far, of about how many, and when it may be over at the speed it has had."""

    done: int
    expected: int | None
    wait: timedelta
    ends_at: datetime | None

    @property
    def hours(self) -> float:
        """The mean wait, in hours with one decimal."""
        return round(self.wait / timedelta(hours=1), 1)


def health(game: Game, now: datetime) -> Health | None:
    """How a running game does; None before the first move of a person. One query."""
    if game.started_at is None:
        return None
    done = _hand_overs(game)
    if not done:
        return None
    wait = (now - game.started_at) / done
    expected = game.book.expected_waits.get(game.seat_count)
    left = max(expected - done, 1) if expected else None
    return Health(done, expected, wait, now + left * wait if left else None)


def _hand_overs(game: Game) -> int:
    """How often the word went from one seat to another."""
    seats = list(game.moves.filter(seat__gte=0, kind="answer").order_by("seq").values_list("seat", flat=True))
    return sum(seat != before for before, seat in zip([-1, *seats], seats, strict=False))
