"""The clock's judge: one round plays what absent people are owed, and reminds those who still have time."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime

from django.db import OperationalError, transaction

from games.away import row_is_held
from games.models import Game, Move, Seat
from games.rules.messages import msg
from games.services import aftermath, clock, downtime, hours, play, store
from games.services.errors import Trouble
from games.services.held import pass_over
from games.services.time import autopilot, standin
from games.services.time.ladder import Ladder
from notifications import outbox

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Swept:
    """What one round did."""

    timeouts: int
    reminders: int


def sweep(now: datetime, limit: int = 500) -> Swept:
    """Give back our own downtime, then judge every deadline that has passed and put every due reminder, oldest first.

    What somebody else holds is left to the next round: a game, or all clocks while another sweeper moves them.
    """
    try:
        downtime.beat(now)
    except OperationalError as error:
        if not row_is_held(error):
            raise
        log.warning("clocks_are_held: another sweeper moves the clocks, or a game is held too long to move its own; nobody is judged now")
        return Swept(0, 0)
    due = list(Seat.objects.filter(due_at__lte=now).order_by("due_at").values_list("game_id", "index")[:limit])
    timeouts = sum(time_out(game_id, seat, now) for game_id, seat in due)
    autopilot.end_overdue(now, limit)
    return Swept(timeouts, remind(now, limit))


def time_out(game_id: int, seat: int, now: datetime) -> bool:
    """Judge one seat: let its stand-in move, dated when it was due; after too many in a row the ladder ends.

    False when there was nothing to judge any more: the answer or another worker was faster. A game whose rules break is
    marked and does not stop the round.
    """
    try:
        with transaction.atomic(durable=True):
            return _judge(store.lock_game(game_id), seat, now)
    except Trouble as trouble:
        play.mark_trouble(game_id, str(trouble.__cause__ or trouble))
        return False
    except OperationalError as error:
        return pass_over(game_id, error)


def _judge(game: store.RunningGame, seat: int, now: datetime) -> bool:
    holder = game.seats[seat]
    if game.status != Game.Status.ACTIVE or game.trouble or holder.due_at is None or holder.due_at > now:
        return False
    due_at = holder.due_at
    holder.timeouts += 1
    ladder = Ladder.read(game.ladder)
    switches = bool(ladder.autopilot_after) and holder.timeouts >= ladder.autopilot_after and autopilot.possible(game, seat)
    if game.forfeit_after and holder.timeouts >= game.forfeit_after and not switches:
        autopilot.end(game, seat, ladder, now=now, at=due_at)
        return True
    session = game.wake()
    before = aftermath.questions_of(session)
    try:
        text, entries = standin.play_for(session, seat, ladder)
    except Exception as error:
        raise Trouble(msg("The rules could not play for somebody absent; an operator has to look at it.")) from error
    if switches:
        autopilot.go(game, seat, ladder, now)
    line = aftermath.Line(seat, text, "", Move.Source.TIMEOUT, holder.player_id)
    entries += aftermath.settle(game, session)
    aftermath.record(game, session, before, entries, line, now, at=due_at)
    return True


def remind(now: datetime, limit: int = 500) -> int:
    """Put due reminders into the outbox and set the next one; each moment warns exactly once."""
    with transaction.atomic():
        due = Seat.objects.select_for_update(skip_locked=True, of=("self",)).filter(remind_at__lte=now).select_related("game", "player")
        seats = list(due.order_by("remind_at")[:limit])
        for seat in seats:
            _put_reminder(seat, now)
            seat.remind_at = _next_reminder(seat, now)
        Seat.objects.bulk_update(seats, ["remind_at"])
    return len(seats)


def _next_reminder(seat: Seat, now: datetime) -> datetime | None:
    """The next rung of the person's own ladder."""
    leads = hours.PersonalTime.read(seat.player.zone, seat.player.personal).leads if seat.player else None
    return clock.next_reminder(seat.asked_at, seat.due_at, now, clock.LEADS if leads is None else leads)


def _put_reminder(seat: Seat, now: datetime) -> None:
    if seat.player_id is None or seat.due_at is None or not seat.pending or seat.due_at <= now:
        return
    code = seat.game.code
    payload = {"game": code, "seat": seat.index, "nth": seat.nth}
    key = f"remind:{code}:{seat.index}:{seat.nth}:{seat.remind_at:%Y%m%dT%H%M%S}"
    readers = [seat.player_id, seat.deputy_at(now)]  # whose seat it is first
    outbox.put_many(
        outbox.News("reminder", reader, key, payload=payload, thread=code, topic=f"turn:{code}:{seat.index}")
        for reader in readers
        if reader is not None
    )
