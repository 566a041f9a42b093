"""Staff actions on a running game: extra time, pauses, a substitute for a seat, resuming it after an error, a look at hidden cards."""

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Move, Player, Seat
from games.rules.contract import CHANCE, View
from games.rules.messages import msg
from games.services.absence import autopilot
from games.services.clocks import pauses, replan
from games.services.errors import Closed, Refused
from games.services.operations.audit import begin, log_to_table
from games.services.tables import consequences, stopped_games, store

MOST_DAYS = 30
DAY = timedelta(days=1)


def extend(game_id: int, by: Player, reason: str, *, seat: int, days: int, now: datetime) -> None:
    """Give a seat more time for its open question. Without an open question only the log changes. Raises `Refused`."""
    with transaction.atomic():
        game = begin(game_id, by, "extend", reason, now)
        _check_days(days)
        holder = _seat(game, seat)
        holder.extra += int((days * DAY).total_seconds())
        log_to_table(game, "extend", by, reason, now, seat=seat)
        replan.seat(game, holder, now)


def pause(game_id: int, by: Player, reason: str, *, days: int, now: datetime) -> None:
    """Pause a game for some days. Raises `Refused` when it is paused."""
    with transaction.atomic():
        game = begin(game_id, by, "pause", reason, now)
        _check_days(days)
        if pauses.is_paused(game, now):
            raise Refused(msg("This table is already paused."), code="paused")
        log_to_table(game, "pause", by, reason, now)
        pauses.stop(game, now + days * DAY, reason.strip()[: pauses.LONGEST_REASON], now=now)


def resume(game_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """End the pause of a game. Raises `Closed` when it is not paused."""
    with transaction.atomic():
        game = begin(game_id, by, "resume", reason, now)
        if not pauses.is_paused(game, now):
            raise Closed(msg("This table is not paused."), code="not_paused")
        log_to_table(game, "resume", by, reason, now)
        pauses.go_on(game, now=now)


def replace(game_id: int, by: Player, reason: str, *, seat: int, substitute: Player, now: datetime) -> None:
    """Give a seat to a substitute, with the full time bank or reserve; they are notified of an open question.

    Raises `Refused` for a bot's seat, and for a player who has held another seat of this game and knows its cards.
    """
    with transaction.atomic():
        game = begin(game_id, by, "replace", reason, now)
        if _seat(game, seat).is_bot:
            raise Refused(msg("The seat of a bot cannot be given to another player."), code="bot_seat")
        autopilot.seat_substitute(game, seat, substitute, now=now, ended_by="replaced", back=True)
        Seat.objects.filter(game_id=game_id, index=seat).update(ready=True, is_bot=substitute.is_bot)
        fresh = store.lock_game(game_id)
        session = fresh.load_session()
        before = consequences.questions_of(session)
        before.pop(seat, None)  # asked again: the clock starts, and the substitute is notified
        entries = consequences.settle(fresh, session)
        line = consequences.log_line(fresh.seq, seat, Move.Kind.DESK, Move.Source.DESK, by.pk, now, said="replace", story=reason.strip())
        consequences.record(fresh, session, before, entries, None, now, extra=[line])


def unstick(game_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Resume a game whose rules had failed, with new clocks. Raises `Trouble` when they fail again; nothing has changed then."""
    with transaction.atomic():
        game = begin(game_id, by, "unstick", reason, now)
        if not game.trouble:
            raise Closed(msg("There is nothing to repair in this game."), code="no_trouble")
        line = consequences.log_line(game.seq, CHANCE, Move.Kind.DESK, Move.Source.DESK, by.pk, now, said="unstick", story=reason.strip())
        stopped_games.resume(game, now, line)


def peek(game_id: int, by: Player, reason: str, *, seat: int, now: datetime) -> View:
    """The view of one seat of a running game; a line in the game's log is written first. Raises what `begin` raises, or `Trouble`."""
    with transaction.atomic():
        game = begin(game_id, by, "peek", reason, now)
        _seat(game, seat)
        log_to_table(game, "peek", by, reason, now, seat=seat)
        return game.load_session().view(seat)


def _seat(game: store.RunningGame, seat: int) -> store.RunningSeat:
    """A seat by its index. Raises `Refused`."""
    if not 0 <= seat < len(game.seats):
        raise Refused(msg("There is no such seat."), code="no_such_seat")
    return game.seats[seat]


def _check_days(days: int) -> None:
    if not 1 <= days <= MOST_DAYS:
        raise Refused(msg("Between 1 and {most} days.", most=MOST_DAYS), code="bad_days")
