"""A player's running games and open tables, for mails."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from games.models import Game, Player, Seat

MOST = 30


@dataclass(frozen=True, slots=True)
class Standing:
    """One running game of a player: their seat, the names of the others, and of those who are publicly known to be asked."""

    game: Game
    mine: Seat
    others: tuple[str, ...]
    waiting: tuple[str, ...]

    @property
    def since(self) -> datetime | None:
        """The time of the last move, or of the start."""
        return self.game.moved_at or self.game.started_at


def standings(player: Player) -> list[Standing]:
    """A player's running games, those with an open question first, by deadline. Three queries."""
    seats = Prefetch("game__seats", Seat.objects.select_related("player").order_by("index"))
    mine = Seat.objects.filter(player=player, live=True).select_related("game").prefetch_related(seats)
    rows = mine.order_by("-pending", "due_at", "-game__moved_at", "pk")[:MOST]
    return [_standing(seat) for seat in rows]


def unstarted(player: Player) -> list[Game]:
    """Tables that have not started and of which the player is the host or has a seat. Two queries."""
    waiting = Game.objects.filter(status__in=(Game.Status.OPEN, Game.Status.READY))
    mine = waiting.filter(host=player) | waiting.filter(seats__player=player)
    return list(mine.distinct().prefetch_related("seats").order_by("-pk")[:MOST])


def _standing(mine: Seat) -> Standing:
    seats = list(mine.game.seats.all())
    named = [(seat, seat.player.name if seat.player is not None else "—") for seat in seats]
    others = tuple(name for seat, name in named if seat.pk != mine.pk)
    waiting = tuple(name for seat, name in named if seat.index in mine.game.waiting and seat.pk != mine.pk)
    return Standing(mine.game, mine, others, waiting)
