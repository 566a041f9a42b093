"""The reliability of players: how their tenures ended, for profiles and for the admission to tournaments."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q

from games.models.game import Game
from games.models.seat import Seat, Tenure

FEW_GAMES = 3
"""With fewer finished games no reliability is shown."""

LEFT = ("forfeited", "substituted", "replaced")
"""Values of `Tenure.ended_by` for players who let others wait; resigning is a proper end."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """The numbers of games of a player that were played to a proper end (`kept`), and that were abandoned (`left`)."""

    kept: int = 0
    left: int = 0

    @property
    def known(self) -> bool:
        """Whether there are enough games to show it."""
        return self.kept + self.left >= FEW_GAMES

    @property
    def percent(self) -> int:
        """The percentage of games played to a proper end; 100 without games."""
        games = self.kept + self.left
        return round(100 * self.kept / games) if games else 100


def reliability_of(players: Collection[int]) -> dict[int, Reliability]:
    """The reliability of these players by id, also of those without finished games. One query."""
    left = Q(ended_by__in=LEFT) | Q(until=None, seat__state=Seat.State.AWAY)
    kept = Q(ended_by=Seat.State.RESIGNED) | Q(until=None, seat__state=Seat.State.PLAYING)
    over = Tenure.objects.filter(player__in=players).filter(Q(seat__game__status=Game.Status.FINISHED) | Q(ended_by__in=LEFT))
    rows = over.order_by().values_list("player").annotate(kept=Count("pk", filter=kept), left=Count("pk", filter=left))
    return {pk: Reliability() for pk in players} | {pk: Reliability(done, gone) for pk, done, gone in rows}
