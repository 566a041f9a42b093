"""Nudges: a reminder that an opponent sends to a seat with an open question, at most once a day for each seat.

At a table without a time limit a nudge sets a deadline for a question that has been open for `LONGEST_WAIT`, so no player can stall the
game for ever.
"""

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Game, Seat
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


def nudge(game: Game, by: int, seat_index: int, *, now: datetime) -> None:
    """Remind the holder of a seat, and the deputy. Raises `NotYours`, `Closed`, or `Refused` within a day of the last nudge.

    In a sealed phase it is secret who has answered: a nudge of a seat that has answered is recorded, but nothing is sent.
    """
    with transaction.atomic():
        locked = store.lock_game(game.pk)
        seats = {seat.index: seat for seat in Seat.objects.select_for_update().filter(game=game, live=True)}
        if by not in {seat.player_id for seat in seats.values()}:
            raise NotYours(msg("Only players of this table can send a nudge."))
        seat = seats.get(seat_index)
        waiting = Game.objects.filter(pk=game.pk).values_list("waiting", flat=True)[0]
        if seat is None or seat.is_bot or seat.player_id in (None, by) or seat_index not in waiting:
            raise Closed(msg("The table is not waiting for this player."), code="not_waiting")
        if seat.nudged_at is not None and now - seat.nudged_at < COOL_DOWN:
            raise Refused(msg("This player has already been nudged in the last 24 hours."), code="nudged")
        Seat.objects.filter(pk=seat.pk).update(nudged_at=now)
        if seat.pending:
            _set_deadline_if_stalled(locked, seat_index, now)
            _notify(seat, game.code, by, now)


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
