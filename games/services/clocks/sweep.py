"""One round of the sweeper: carry out timeouts, release delayed orders, end autopilots, send reminders."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import OperationalError, transaction

from games.models import Game, Move, Seat
from games.models.game import rules_available
from games.rules.messages import msg
from games.services.absence import autopilot, stand_in
from games.services.absence.ladder import ladder_of
from games.services.clocks import availability, deadlines, downtime, rules_heartbeat
from games.services.errors import Trouble
from games.services.orders import release
from games.services.tables import consequences, held_answers, store
from games.services.tables.locked_rows import act_on
from games.transient_errors import database_unavailable, lock_not_available
from notifications import outbox
from notifications.models import InboundMail

log = logging.getLogger(__name__)

TOGETHER = 20
"""Timeouts per transaction. With one transaction for each, waiting for the disk would take longer than the work."""

LONGEST_WAIT = timedelta(minutes=15)
"""An answer by mail that has waited unread for longer no longer prevents a timeout."""


@dataclass(frozen=True, slots=True)
class Swept:
    """The numbers of timeouts, reminders, delayed orders and held answers of one round."""

    timeouts: int
    reminders: int
    orders: int = 0
    held: int = 0


def sweep(now: datetime, limit: int = 500) -> Swept:
    """Compensate downtime, carry out passed deadlines and queue due reminders, oldest first; then record the successful round.

    Games locked by another transaction are left to the next round; the whole round is skipped while another sweeper moves the clocks. A
    game that fails is marked and does not stop the round. Games whose rules this process does not have are left to a process that has
    them. Any other error ends the round, is recorded for readiness, metrics and doctor, and is raised.
    """
    try:
        swept = _round(now, limit)
        downtime.record_round(now)
    except OperationalError as error:
        if not lock_not_available(error):
            downtime.record_failure(error)
            raise
        log.warning("sweep_skipped: another sweeper moves the clocks, or a game is locked for too long; the next round goes on")
        return Swept(0, 0)
    except Exception as error:
        downtime.record_failure(error)
        raise
    return swept


def _round(now: datetime, limit: int) -> Swept:
    """What is due is read in the transaction that compensates downtime, so that a failing read rolls the compensation back."""
    with transaction.atomic():
        rules_heartbeat.record_round(now, downtime.compensate(now))
        open_seats = Seat.objects.filter(rules_available("game__"), due_at__lte=now, held_until=None)
        found = open_seats.order_by("due_at").values_list("game_id", "index", "due_at")
        due = [(game_id, seat, at) for game_id, seat, at in found[:limit] if at is not None]
    held = held_answers.play_due(now, limit)
    orders = release.release_due(now, limit)
    unread = _with_unread_answer(due, now) if due else frozenset()
    late = [(game_id, seat) for game_id, seat, _due_at in due if (game_id, seat) not in unread]
    timeouts = sum(_time_out_together(late[first : first + TOGETHER], now) for first in range(0, len(late), TOGETHER))
    autopilot.end_overdue(now, limit)
    return Swept(timeouts, remind(now, limit), orders, held)


def _with_unread_answer(due: Sequence[tuple[int, int, datetime]], now: datetime) -> frozenset[tuple[int, int]]:
    """Those of the seats (game id, index, deadline) for which an unprocessed mail was received before the deadline. Two queries at most."""
    unread = InboundMail.objects.filter(state=InboundMail.State.RECEIVED, received_at__gt=now - LONGEST_WAIT)
    mails = list(unread.order_by("-received_at").values_list("address__payload__game", "address__payload__seat", "received_at"))
    if not mails:
        return frozenset()
    codes = dict(Game.objects.filter(code__in={code for code, _seat, _at in mails if code}).values_list("code", "pk"))
    first = {(codes[code], seat): at for code, seat, at in mails if code in codes}  # the latest comes first, so the earliest is kept
    return frozenset((game, seat) for game, seat, due_at in due if first.get((game, seat), due_at) < due_at)


def _time_out_together(late: list[tuple[int, int]], now: datetime) -> int:
    """Carry out a few timeouts in one transaction; if it fails, it is rolled back and each seat gets a transaction of its own."""
    try:
        with transaction.atomic(durable=True):
            return sum(_time_out_unless_locked(game_id, seat, now) for game_id, seat in late)
    except Exception as error:
        if database_unavailable(error) and not (isinstance(error, OperationalError) and lock_not_available(error)):
            raise
    return sum(time_out(game_id, seat, now) for game_id, seat in late)


def time_out(game_id: int, seat: int, now: datetime) -> bool:
    """Carry out the timeout of one seat: the stand-in moves, dated at the deadline; after too many in a row the seat is lost.

    False when nothing is due any more, because an answer or another sweeper was faster. A game whose rules fail is marked and does
    not stop the round.
    """
    return act_on(game_id, seat, now, "due_at", _time_out)


def _time_out_unless_locked(game_id: int, seat: int, now: datetime) -> bool:
    game = store.lock_due(game_id, seat, now)
    return game is not None and _time_out(game, seat, now)


def _time_out(game: store.RunningGame, seat: int, now: datetime) -> bool:
    """Carry out the timeout of a seat of a locked game; False when it is not due."""
    holder = game.seats[seat]
    if game.status != Game.Status.ACTIVE or game.trouble or holder.due_at is None or holder.due_at > now:
        return False
    if holder.order_at is not None and release.play(game, seat, now):
        return True  # a delayed order was due before the deadline
    due_at = holder.due_at
    holder.timeouts += 1
    ladder = ladder_of(game)
    to_autopilot = bool(ladder.autopilot_after) and holder.timeouts >= ladder.autopilot_after and autopilot.possible(game, seat)
    if game.forfeit_after and holder.timeouts >= game.forfeit_after and not to_autopilot:
        autopilot.end(game, seat, ladder, now=now, at=due_at)
        return True
    session = game.load_session()
    before = consequences.questions_of(session)
    try:
        text, entries = stand_in.play_for(session, seat, ladder)
    except Exception as error:
        raise Trouble(msg("The rules could not make a move for an absent player. An operator has to fix it.")) from error
    if to_autopilot:
        autopilot.switch_on(game, seat, ladder, now)
    cause = consequences.Cause(seat, text, "", Move.Source.TIMEOUT, holder.player_id)
    entries += consequences.settle(game, session)
    consequences.record(game, session, before, entries, cause, now, at=due_at)
    return True


def remind(now: datetime, limit: int = 500) -> int:
    """Put due reminders into the outbox and set the next ones; returns the number of seats. Each reminder is sent once."""
    with transaction.atomic():
        due = (
            Seat.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(rules_available("game__"), remind_at__lte=now)
            .select_related("game", "player")
        )
        seats = list(due.order_by("remind_at")[:limit])
        for seat in seats:
            seat.remind_at = _remind_one(seat, now)
        Seat.objects.bulk_update(seats, ["remind_at"])
    return len(seats)


def _remind_one(seat: Seat, now: datetime) -> datetime | None:
    """Queue one reminder; returns the moment of the next one, or None after an error, which does not affect other seats."""
    try:
        with transaction.atomic():
            _put_reminder(seat, now)
            leads = availability.PersonalTime.read(seat.player.zone, seat.player.personal).leads if seat.player else None
            return deadlines.next_reminder(seat.asked_at, seat.due_at, now, deadlines.LEADS if leads is None else leads)
    except Exception as error:
        if database_unavailable(error):
            raise
        log.exception("reminder_failed: seat %d", seat.pk)
        return None


def _put_reminder(seat: Seat, now: datetime) -> None:
    """Put a reminder for the holder, then for the deputy, into the outbox, if the question is still open."""
    if seat.player_id is None or seat.due_at is None or not seat.pending or seat.due_at <= now:
        return
    code = seat.game.code
    payload = {"game": code, "seat": seat.index, "nth": seat.nth}
    key = f"remind:{code}:{seat.index}:{seat.nth}:{seat.remind_at:%Y%m%dT%H%M%S}"
    readers = [seat.player_id, seat.deputy_at(now)]
    outbox.put_many(
        outbox.News("reminder", reader, key, payload=payload, thread=code, topic=f"turn:{code}:{seat.index}")
        for reader in readers
        if reader is not None
    )
