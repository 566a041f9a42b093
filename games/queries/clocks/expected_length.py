"""How long a game takes: expected hand-overs, days at a group's own pace, the predicted end of a running game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from games.models import Game
from games.rules.game import Game as Rules
from games.rules.lengths import Waits
from games.rules.registry import all_games

USUAL_WAIT = timedelta(hours=8)
"""What a hand-over takes where nothing is known of the people: the next time they look."""

RECENT_GAMES = 50
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Expectation:
    """How many hand-overs; days at `wait` for each; `known` when `wait` is measured from these people's own games."""

    seats: int
    spread: Waits
    wait: timedelta
    known: bool = False

    @property
    def waits(self) -> int:
        """Hand-overs of the usual game."""
        return self.spread.usual

    @property
    def days(self) -> int:
        """Of the usual game, to the nearest day, at least one."""
        return self._days(self.spread.usual)

    @property
    def fewest_days(self) -> int:
        """Eight of ten games take at least these days, and at most `most_days`."""
        return self._days(self.spread.fewest)

    @property
    def most_days(self) -> int:
        """See `fewest_days`."""
        return self._days(self.spread.most)

    def _days(self, waits: int) -> int:
        return max(1, round(waits * self.wait / DAY))


def expectation(
    book: Rules[Any], seats: int, options: Mapping[str, Any], *, longest: timedelta | None = None, wait: timedelta | None = None
) -> Expectation | None:
    """What to expect of a table with these settings that has not started; None where nothing was measured.

    `longest` is what the pace allows for a move; nobody is expected to take longer.
    """
    spread = book.waits(seats, options)
    if spread is None:
        return None
    guess = USUAL_WAIT if wait is None else wait
    return Expectation(seats, spread, min(guess, longest) if longest else guess, wait is not None)


def usual_wait(players: Collection[int]) -> timedelta | None:
    """The median time of a hand-over in these people's latest finished games, each game counted once; None without any. One query."""
    games = Game.objects.filter(status=Game.Status.FINISHED, seats__player__in=players, started_at__isnull=False, seq__gt=0)
    rows = games.order_by("-id").values_list("rules", "seat_count", "options", "started_at", "ended_at").distinct()[:RECENT_GAMES]
    waits = [wait.total_seconds() for wait in (_wait_of(*row) for row in rows) if wait is not None]
    return timedelta(seconds=median(waits)) if waits else None


def _wait_of(rules: str, seats: int, options: Mapping[str, Any], started: datetime | None, ended: datetime | None) -> timedelta | None:
    book = all_games().get(rules)
    expected = book.waits(seats, options) if book is not None else None
    return (ended - started) / expected.usual if expected and started is not None and ended is not None else None


@dataclass(frozen=True, slots=True)
class Health:
    """A running game: hand-overs so far, of about how many, the mean wait for one, and when it may be over at the speed it has had."""

    done: int
    expected: int | None
    wait: timedelta
    ends_at: datetime | None


def health(game: Game, now: datetime) -> Health | None:
    """How a running game does; None before the first move of a person. One query."""
    if game.started_at is None:
        return None
    done = _hand_overs(game)
    if not done:
        return None
    wait = (now - game.started_at) / done
    spread = game.book.waits(game.seat_count, game.options)
    expected = spread.usual if spread else None
    left = max(expected - done, 1) if expected else None
    return Health(done, expected, wait, now + left * wait if left else None)


def _hand_overs(game: Game) -> int:
    """How often the word went from one seat to another."""
    seats = list(game.moves.filter(seat__gte=0, kind="answer").order_by("seq").values_list("seat", flat=True))
    return sum(seat != before for before, seat in zip([-1, *seats], seats, strict=False))
