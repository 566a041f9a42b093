"""The players to move in the games of a tournament, with their lateness and reachability. Shown to its officials."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Game, Seat
from games.tournaments.models import Tournament
from notifications.models import Suppression

SOON = timedelta(hours=12)
LEVELS = ("unreachable", "late", "at risk", "in time")
"""Worst first."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A seat that has to move in a game of the tournament, and its level (one of `LEVELS`)."""

    seat: Seat
    level: str


def watch(tournament: Tournament, now: datetime) -> list[Watched]:
    """The seats to move in running games, worst level first. Two queries.

    In a sealed phase all of its seats are listed. Whether a seat has already sent its sealed answer is hidden information.
    """
    seats = Seat.objects.filter(game__in=tournament.games().filter(status=Game.Status.ACTIVE), is_bot=False, live=True)
    found = list(seats.select_related("game", "player").defer("game__position", "game__secret").order_by("due_at", "pk"))
    found = [seat for seat in found if seat.index in seat.game.waiting or seat.state == Seat.State.AWAY]
    addresses = {seat.player.email.lower() for seat in found if seat.player is not None and seat.player.email}
    dead = {row.address.lower() for row in Suppression.objects.active(now).filter(address__in=addresses)}
    watched = [Watched(seat, _level(seat, dead, now)) for seat in found]
    return sorted(watched, key=lambda one: LEVELS.index(one.level))


def _level(seat: Seat, dead: set[str], now: datetime) -> str:
    if seat.player is None or not seat.player.is_active or (seat.player.email or "").lower() in dead:
        return "unreachable"
    if seat.timeouts or seat.state == Seat.State.AWAY:
        return "late"
    alone = len(seat.game.waiting) == 1
    return "at risk" if alone and seat.due_at is not None and seat.due_at < now + SOON else "in time"
