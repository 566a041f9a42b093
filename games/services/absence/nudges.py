"""A friendly word to somebody whom the table waits for, at most once a day for each seat.

At a table without a limit it is also what keeps anybody from stalling it for ever: after a month of silence a nudge starts a clock.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Game, Seat
from games.rules.messages import msg
from games.services.clocks import deadlines, replan
from games.services.clocks.pace import Pace
from games.services.errors import Closed, NotYours, Refused
from games.services.tables import store
from notifications import outbox

COOL_DOWN = timedelta(hours=24)
LONGEST_WAIT = timedelta(days=30)
"""So long may a table without a limit wait for an answer before a nudge means a deadline."""
TIME_AFTER_NUDGE = timedelta(days=14)
"""The time somebody has from then on."""


def nudge(game: Game, by: int, seat_index: int, *, now: datetime) -> None:
    """Remind an opponent. Raises `NotYours`, `Closed`, or `Refused` when it was done within a day.

    In a sealed phase it is secret who has answered: such a nudge is taken, and nobody is written to.
    """
    with transaction.atomic():
        locked = store.lock_game(game.pk)
        seats = {seat.index: seat for seat in Seat.objects.select_for_update().filter(game=game, live=True)}
        if by not in {seat.player_id for seat in seats.values()}:
            raise NotYours(msg("Only players of this table can nudge somebody."))
        seat = seats.get(seat_index)
        waiting = Game.objects.filter(pk=game.pk).values_list("waiting", flat=True)[0]
        if seat is None or seat.is_bot or seat.player_id in (None, by) or seat_index not in waiting:
            raise Closed(msg("The table does not wait for them."), code="not_waiting")
        if seat.nudged_at is not None and now - seat.nudged_at < COOL_DOWN:
            raise Refused(msg("They were nudged within the last 24 hours."), code="nudged")
        Seat.objects.filter(pk=seat.pk).update(nudged_at=now)
        if seat.pending:
            _last_call(locked, seat_index, now)
            _write(seat, game.code, by, now)


def _last_call(game: store.RunningGame, seat_index: int, now: datetime) -> None:
    """Give an open question without a deadline one, if it has been open for too long; absences and pauses count as everywhere."""
    seat = game.seats[seat_index]
    if Pace.read(game.pace).limited or seat.extra or seat.asked_at is None:
        return
    ran = deadlines.used(seat.asked_at, now, game.person(seat), game.stopped(now))
    if ran >= LONGEST_WAIT:
        seat.extra = int((ran + TIME_AFTER_NUDGE).total_seconds())
        replan.seat(game, seat, now)


def _write(seat: Seat, code: str, by: int, now: datetime) -> None:
    """To whose seat it is, then to the deputy if there is one."""
    payload, key = {"game": code, "seat": seat.index, "nth": seat.nth, "by": by}, f"nudge:{code}:{seat.index}:{now:%Y%m%dT%H%M%S}"
    outbox.put_many(
        outbox.News("nudge", reader, key, payload=payload, thread=code, topic=f"turn:{code}:{seat.index}")
        for reader in (seat.player_id, seat.deputy_at(now))
        if reader is not None
    )
