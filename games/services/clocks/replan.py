"""Compute the deadlines of open questions again, after an absence, a pause or extra time has changed.

Reminders of a deadline that moves are sent again. A deadline that has passed is left to the sweeper, so an absence that is declared too
late has no effect. A deadline that moves closer leaves at least `GRACE`, or the time that was left before.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.models import Seat
from games.services.clocks.pace import pace_of
from games.services.tables import consequences, store

GRACE = timedelta(hours=1)


def games_of(player_id: int, now: datetime) -> None:
    """Replan the clocks of all games in which this player has an open question."""
    asked = Seat.objects.filter(player_id=player_id, live=True, pending=True, due_at__gt=now)
    for game_id in list(asked.order_by("game_id").values_list("game_id", flat=True)):
        with transaction.atomic():
            game = store.lock_game(game_id)
            for holder in game.seats:
                if holder.player_id == player_id:
                    seat(game, holder, now)


def table(game: store.RunningGame, now: datetime) -> None:
    """Replan the clocks of all seats of a locked game."""
    for holder in game.seats:
        seat(game, holder, now)


def seat(game: store.RunningGame, holder: store.RunningSeat, now: datetime) -> None:
    """Replan the clock of one seat of a locked game; written only where the deadline moves."""
    before = holder.due_at
    if not holder.pending or game.trouble or (before is not None and before <= now):
        return
    consequences.set_deadlines(game, holder, pace_of(game), now)
    if before is not None and holder.due_at is not None and holder.due_at < before:
        holder.due_at = max(holder.due_at, min(before, now + GRACE))
        holder.remind_at = holder.remind_at or now  # all reminders are in the past: send one at once
    if holder.due_at != before:
        moved = {"due_at": holder.due_at, "remind_at": holder.remind_at, "extra": holder.extra}
        Seat.objects.filter(pk=holder.id).update(**moved, shifts=F("shifts") + 1)
