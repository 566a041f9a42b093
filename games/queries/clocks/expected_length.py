"""Estimates of the length of a game: expected hand-overs, days at the players' usual speed, and the end of a running game.

A hand-over is a change of the seat that has to move.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from games.models import Game, Seat
from games.rules.game import Game as Rules
from games.rules.lengths import Waits
from games.rules.registry import all_games

USUAL_WAIT = timedelta(hours=8)
"""The assumed time of a hand-over where the players have no finished games."""

RECENT_GAMES = 50
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Expectation:
    """The expected hand-overs, and days with `wait` for each one to a person: bots answer at once. `known`: `wait` was measured in games of
    these players."""

    seats: int
    lengths: Waits
    wait: timedelta
    known: bool = False
    bots: int = 0

    @property
    def waits(self) -> int:
        """The hand-overs to people in a typical game."""
        return round(self.lengths.usual * self._share)

    @property
    def days(self) -> int:
        """The days of a typical game, rounded, at least one."""
        return self._days(self.lengths.usual)

    @property
    def fewest_days(self) -> int:
        """Eight of ten games take between `fewest_days` and `most_days`."""
        return self._days(self.lengths.fewest)

    @property
    def most_days(self) -> int:
        """See `fewest_days`."""
        return self._days(self.lengths.most)

    @property
    def _share(self) -> float:
        """The part of all hand-overs that wait for a person."""
        return (self.seats - self.bots) / self.seats

    def _days(self, waits: int) -> int:
        return max(1, round(waits * self._share * self.wait / DAY))


def expectation(
    book: Rules[Any],
    seats: int,
    options: Mapping[str, Any],
    *,
    longest: timedelta | None = None,
    wait: timedelta | None = None,
    bots: int = 0,
) -> Expectation | None:
    """The expected length of a game with these settings; None where the rules have no measured lengths.

    `longest` is the time for one move at the table's pace, which limits the estimate; `wait` is the measured time of a hand-over;
    `bots` is the number of seats held by bots.
    """
    lengths = book.waits(seats, options)
    if lengths is None:
        return None
    guess = USUAL_WAIT if wait is None else wait
    return Expectation(seats, lengths, min(guess, longest) if longest else guess, wait is not None, bots)


def of_table(game: Game, seats: Collection[Seat], longest: timedelta | None, *, wait: timedelta | None = None) -> Expectation | None:
    """The expected length of a table with these seats; `longest` is the time for one move at its pace."""
    if not game.is_known:
        return None
    bots = sum(seat.is_bot for seat in seats)
    return expectation(game.book, game.seat_count, game.options, longest=longest, wait=wait, bots=bots)


def usual_wait(players: Collection[int]) -> timedelta | None:
    """The median time of a hand-over in the latest finished games of these players without bots; None without any. One query."""
    games = Game.objects.filter(status=Game.Status.FINISHED, seats__player__in=players, started_at__isnull=False, seq__gt=0)
    rows = (
        games.exclude(seats__is_bot=True)
        .order_by("-id")
        .values_list("rules", "seat_count", "options", "started_at", "ended_at")
        .distinct()[:RECENT_GAMES]
    )
    waits = [wait.total_seconds() for wait in (_wait_of(*row) for row in rows) if wait is not None]
    return timedelta(seconds=median(waits)) if waits else None


def _wait_of(rules: str, seats: int, options: Mapping[str, Any], started: datetime | None, ended: datetime | None) -> timedelta | None:
    book = all_games().get(rules)
    expected = book.waits(seats, options) if book is not None else None
    return (ended - started) / expected.usual if expected and started is not None and ended is not None else None


@dataclass(frozen=True, slots=True)
class Health:
    """The progress of a running game: hand-overs so far and expected, the mean wait for one, and the estimated end."""

    done: int
    expected: int | None
    wait: timedelta
    ends_at: datetime | None


def health(game: Game, now: datetime) -> Health | None:
    """The progress of a running game; None before the first answer. One query."""
    if game.started_at is None:
        return None
    done = _hand_overs(game)
    if not done:
        return None
    wait = (now - game.started_at) / done
    lengths = game.book.waits(game.seat_count, game.options)
    expected = lengths.usual if lengths else None
    left = max(expected - done, 1) if expected else None
    return Health(done, expected, wait, now + left * wait if left else None)


def _hand_overs(game: Game) -> int:
    """The number of hand-overs so far. One query."""
    seats = list(game.moves.filter(seat__gte=0, kind="answer").order_by("seq").values_list("seat", flat=True))
    return sum(seat != before for before, seat in zip([-1, *seats], seats, strict=False))
