"""How reliable people are: what became of the seats they held, for profiles and for who may enter a tournament."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q

from games.models.game import Game
from games.models.seat import Seat, Tenure

FEW_GAMES = 3
"""With fewer finished games nothing is said about reliability."""

LEFT = ("forfeited", "substituted", "replaced")
"""How a tenure ends that leaves others waiting; resigning is a proper end."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of the games that are over for somebody: played to a proper end, and left to others."""

    kept: int = 0
    left: int = 0

    @property
    def known(self) -> bool:
        """There are enough games to speak of it."""
        return self.kept + self.left >= FEW_GAMES

    @property
    def percent(self) -> int:
        """Kept of all, as a percentage; 100 for who has not played yet."""
        games = self.kept + self.left
        return round(100 * self.kept / games) if games else 100


def reliability_of(players: Collection[int]) -> dict[int, Reliability]:
    """How reliable people are; those who have finished no game are among them too. One query."""
    left = Q(ended_by__in=LEFT) | Q(until=None, seat__state=Seat.State.AWAY)
    kept = Q(ended_by=Seat.State.RESIGNED) | Q(until=None, seat__state=Seat.State.PLAYING)
    over = Tenure.objects.filter(player__in=players).filter(Q(seat__game__status=Game.Status.FINISHED) | Q(ended_by__in=LEFT))
    rows = over.order_by().values_list("player").annotate(kept=Count("pk", filter=kept), left=Count("pk", filter=left))
    return {pk: Reliability() for pk in players} | {pk: Reliability(done, gone) for pk, done, gone in rows}
