"""Deadlines computed anew for questions that are open already, because an absence, a pause or a gift of time changed.

A deadline that moves has its reminders again, each once. One that has passed is left to the sweeper: nobody declares an absence
when it is too late. One that moves nearer leaves at least `GRACE`, or what was left before.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.models import Seat
from games.services.clocks.pace import Pace
from games.services.tables import consequences, store

GRACE = timedelta(hours=1)


def games_of(player_id: int, now: datetime) -> None:
    """Compute the clocks of all games in which something is asked of this person."""
    asked = Seat.objects.filter(player_id=player_id, live=True, pending=True, due_at__gt=now)
    for game_id in list(asked.order_by("game_id").values_list("game_id", flat=True)):
        with transaction.atomic():
            game = store.lock_game(game_id)
            for holder in game.seats:
                if holder.player_id == player_id:
                    seat(game, holder, now)


def table(game: store.RunningGame, now: datetime) -> None:
    """The same for every seat of one locked game."""
    for holder in game.seats:
        seat(game, holder, now)


def seat(game: store.RunningGame, holder: store.RunningSeat, now: datetime) -> None:
    """Compute one open clock of a locked game anew, and write it where the deadline moved."""
    before = holder.due_at
    if not holder.pending or game.trouble or (before is not None and before <= now):
        return
    consequences.set_deadlines(game, holder, Pace.read(game.pace), now)
    if before is not None and holder.due_at is not None and holder.due_at < before:
        holder.due_at = max(holder.due_at, min(before, now + GRACE))
        holder.remind_at = holder.remind_at or now  # nearer than the last rung: warn at once
    if holder.due_at != before:
        moved = {"due_at": holder.due_at, "remind_at": holder.remind_at, "extra": holder.extra}
        Seat.objects.filter(pk=holder.id).update(**moved, shifts=F("shifts") + 1)
