"""Nudges: a reminder that an opponent sends to a seat with an open question, at most once a day for each seat.

At a table without a time limit a nudge sets a deadline for a question that has been open for `LONGEST_WAIT`, so no player can stall the
game for ever.
"""

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Seat
from games.rules.messages import msg
from games.services.clocks import deadlines, replan
from games.services.clocks.pace import pace_of
from games.services.errors import Closed, NotYours, Refused
from games.services.tables import store
from notifications import outbox

COOL_DOWN = timedelta(hours=24)
"""The shortest time between two nudges of one seat."""
LONGEST_WAIT = timedelta(days=30)
"""At a table without a limit, a nudge sets a deadline for a question that has been open for this time."""
TIME_AFTER_NUDGE = timedelta(days=14)
"""The time that is left after such a nudge."""


def nudge(game_id: int, player_id: int, seat: int, *, now: datetime) -> None:
    """Remind the holder of a seat, and the deputy. Raises `NotYours`, `Closed`, or `Refused` within a day of the last nudge.

    In a sealed phase it is secret who has answered: a nudge of a seat that has answered is recorded, but nothing is sent.
    """
    with transaction.atomic():
        game = store.lock_game(game_id)
        seats = {row.index: row for row in Seat.objects.select_for_update().filter(game=game_id, live=True)}
        if player_id not in {row.player_id for row in seats.values()}:
            raise NotYours(msg("Only players of this table can send a nudge."))
        holder = seats.get(seat)
        if holder is None or holder.is_bot or holder.player_id in (None, player_id) or seat not in game.waiting:
            raise Closed(msg("The table is not waiting for this player."), code="not_waiting")
        if holder.nudged_at is not None and now - holder.nudged_at < COOL_DOWN:
            raise Refused(msg("This player has already been nudged in the last 24 hours."), code="nudged")
        Seat.objects.filter(pk=holder.pk).update(nudged_at=now)
        if holder.pending:
            _set_deadline_if_stalled(game, seat, now)
            _notify(holder, game.code, player_id, now)


def _set_deadline_if_stalled(game: store.RunningGame, seat_index: int, now: datetime) -> None:
    """Set a deadline at a table without a limit, if the question has been open for `LONGEST_WAIT` without absences and pauses."""
    seat = game.seats[seat_index]
    if pace_of(game).limited or seat.extra or seat.asked_at is None:
        return
    used = deadlines.used(seat.asked_at, now, game.person(seat), game.stopped(now))
    if used >= LONGEST_WAIT:
        seat.extra = int((used + TIME_AFTER_NUDGE).total_seconds())
        replan.seat(game, seat, now)


def _notify(seat: Seat, code: str, by: int, now: datetime) -> None:
    """Put the nudge into the outbox, for the holder and then for the deputy if there is one."""
    payload, key = {"game": code, "seat": seat.index, "nth": seat.nth, "by": by}, f"nudge:{code}:{seat.index}:{now:%Y%m%dT%H%M%S}"
    outbox.put_many(
        outbox.News("nudge", reader, key, payload=payload, thread=code, topic=f"turn:{code}:{seat.index}")
        for reader in (seat.player_id, seat.deputy_at(now))
        if reader is not None
    )
