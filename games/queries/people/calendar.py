"""The deadlines in a player's calendar."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q

from games.models import Game, Player, Seat

MOST = 200


@dataclass(frozen=True, slots=True)
class Deadline:
    """The deadline of one open question. `others` are the names of the other players, by seat."""

    seat: Seat
    game: Game
    others: tuple[str, ...]
    deputy_of: str
    """The name of the seat's holder when the player is its deputy, else ""."""

    @property
    def due_at(self) -> datetime:
        assert self.seat.due_at is not None  # the query selects seats with a deadline
        return self.seat.due_at


def deadlines(player: Player, now: datetime) -> list[Deadline]:
    """The open questions of a player with a deadline, in their own seats and those of which they are the deputy. Two queries.

    Questions of other seats are not included, so a sealed phase reveals nothing.
    """
    mine = Q(player=player) | Q(deputy=player, deputy_until__gt=now)
    seats = Seat.objects.filter(mine, live=True, pending=True, state=Seat.State.PLAYING, due_at__isnull=False)
    table = Prefetch("game__seats", Seat.objects.select_related("player").order_by("index"))
    games = seats.select_related("game", "player").defer("game__position", "game__secret").prefetch_related(table)
    return [_deadline(seat, player) for seat in games.order_by("due_at", "pk")[:MOST]]


def _deadline(seat: Seat, player: Player) -> Deadline:
    others = tuple(other.player.name for other in seat.game.seats.all() if other.player is not None and other.pk != seat.pk)
    holder = seat.player.name if seat.player is not None and seat.player_id != player.pk else ""
    return Deadline(seat, seat.game, others, holder)
