"""Helping a running game along: more time, a pause, somebody for an empty seat, and setting it going when its rules had stopped."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Move, Player, Seat
from games.rules.contract import CHANCE
from games.rules.messages import msg
from games.services.absence import autopilot
from games.services.clocks import pauses, replan
from games.services.errors import Closed, Refused
from games.services.operations.audit import begin, log_to_table
from games.services.tables import consequences, stopped_games, store

MOST_DAYS = 30
DAY = timedelta(days=1)


def extend(game_id: int, by: Player, reason: str, *, seat: int, days: int, now: datetime) -> None:
    """Give a seat more time for its open question. Where nothing is asked of it, nothing changes but the log. Raises `Refused`."""
    with transaction.atomic():
        game = begin(game_id, by, "extend", reason, now)
        _check_days(days)
        holder = _seat(game, seat)
        holder.extra += int((days * DAY).total_seconds())
        log_to_table(game, "extend", by, reason, now, seat=seat)
        replan.seat(game, holder, now)


def pause(game_id: int, by: Player, reason: str, *, days: int, now: datetime) -> None:
    """Stop all clocks of a game for some days. Raises `Refused` when they stand still already."""
    with transaction.atomic():
        game = begin(game_id, by, "pause", reason, now)
        _check_days(days)
        if pauses.is_paused(game, now):
            raise Refused(msg("This table is paused already."), code="paused")
        log_to_table(game, "pause", by, reason, now)
        pauses.stop(game, now + days * DAY, reason.strip()[: pauses.LONGEST_REASON], now)


def resume(game_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Let the clocks of a paused game run again. Raises `Closed` when they do."""
    with transaction.atomic():
        game = begin(game_id, by, "resume", reason, now)
        if not pauses.is_paused(game, now):
            raise Closed(msg("This table is not paused."), code="not_paused")
        log_to_table(game, "resume", by, reason, now)
        pauses.go_on(game, now)


def replace(game_id: int, by: Player, reason: str, *, seat: int, substitute: Player, now: datetime) -> None:
    """Give a seat to somebody else, with time as at the start; they are told if something is asked.

    Raises `Refused` for a bot's seat and for who has ever held another seat of this game: they know its cards.
    """
    with transaction.atomic():
        game = begin(game_id, by, "replace", reason, now)
        if _seat(game, seat).is_bot:
            raise Refused(msg("A bot is never away; its seat cannot be given to somebody else."), code="bot_seat")
        autopilot.seat_substitute(game, seat, substitute, now=now, ended_by="replaced", back=True)
        Seat.objects.filter(game_id=game_id, index=seat).update(ready=True, is_bot=substitute.is_bot)
        fresh = store.lock_game(game_id)
        session = fresh.load_session()
        before = consequences.questions_of(session)
        before.pop(seat, None)  # asked anew: the clock starts, and the substitute hears of it
        entries = consequences.settle(fresh, session)
        line = consequences.log_line(fresh.seq, seat, Move.Kind.DESK, Move.Source.DESK, by.pk, now, said="replace", story=reason.strip())
        consequences.record(fresh, session, before, entries, None, now, extra=[line])


def unstick(game_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Let a game whose rules had stopped go on, with fresh clocks. Raises `Trouble` when they stop again; nothing has changed then."""
    with transaction.atomic():
        game = begin(game_id, by, "unstick", reason, now)
        if not game.trouble:
            raise Closed(msg("Nothing is wrong with this game."), code="no_trouble")
        line = consequences.log_line(game.seq, CHANCE, Move.Kind.DESK, Move.Source.DESK, by.pk, now, said="unstick", story=reason.strip())
        stopped_games.resume(game, now, line)


def _seat(game: store.RunningGame, seat: int) -> store.RunningSeat:
    if not 0 <= seat < len(game.seats):
        raise Refused(msg("There is no such seat."), code="no_such_seat")
    return game.seats[seat]


def _check_days(days: int) -> None:
    if not 1 <= days <= MOST_DAYS:
        raise Refused(msg("Between 1 and {most} days.", most=MOST_DAYS), code="bad_days")
