"""One's running games in words for a mail: whose turn it is, and since when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from games.models import Game, Player, Seat

MOST = 30


@dataclass(frozen=True, slots=True)
class Standing:
    """One running game of somebody: its table, their own seat, and the names of whom everybody knows to be asked."""

    game: Game
    mine: Seat
    others: tuple[str, ...]
    waiting: tuple[str, ...]

    @property
    def since(self) -> datetime | None:
        """When the last move was made, or the game began."""
        return self.game.moved_at or self.game.started_at


def standings(player: Player) -> list[Standing]:
    """The running games, those that wait for this person first, by deadline. Three queries."""
    seats = Prefetch("game__seats", Seat.objects.select_related("player").order_by("index"))
    mine = Seat.objects.filter(player=player, live=True).select_related("game").prefetch_related(seats)
    rows = mine.order_by("-pending", "due_at", "-game__moved_at", "pk")[:MOST]
    return [_standing(seat) for seat in rows]


def unstarted(player: Player) -> list[Game]:
    """Tables of this person, or with a seat of theirs, that wait for players. Two queries."""
    waiting = Game.objects.filter(status__in=(Game.Status.OPEN, Game.Status.READY))
    mine = waiting.filter(host=player) | waiting.filter(seats__player=player)
    return list(mine.distinct().prefetch_related("seats").order_by("-pk")[:MOST])


def _standing(mine: Seat) -> Standing:
    seats = list(mine.game.seats.all())
    named = [(seat, seat.player.name if seat.player is not None else "—") for seat in seats]
    others = tuple(name for seat, name in named if seat.pk != mine.pk)
    waiting = tuple(name for seat, name in named if seat.index in mine.game.waiting and seat.pk != mine.pk)
    return Standing(mine.game, mine, others, waiting)
