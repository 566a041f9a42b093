"""Answers that can be taken back before they are sent: for the seconds that their person has chosen (`Player.grace`), nobody else knows.

What can be taken back by the rules anyway (`undo`) does not wait. See docs/decisions/0241-a-grace-period.md.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.models import Move, Seat
from games.rules.contract import Wait
from games.rules.errors import RulesError
from games.rules.messages import Reader, msg
from games.rules.session import Session
from games.services.errors import Stale, Trouble
from games.services.tables import answers, store
from games.services.tables.locked_rows import act_on_due

log = logging.getLogger(__name__)
NONE = {"held_answer": None, "held_until": None}


def hold(
    game: store.RunningGame,
    seat: int,
    nth: int,
    text: str,
    *,
    seconds: int,
    now: datetime,
    player_id: int,
    story: str = "",
    said: str = "",
    reader: Reader | None = None,
) -> bool:
    """Keep a legal answer for some seconds, in place of one that is kept already. Nothing of the game changes.

    False where it is to be given at once: it can be taken back by the rules, or its deadline comes first, or its question is not open.
    Raises what `answers.answer` raises for an answer it refuses.
    """
    answers.check_text(text, story)
    holder = answers.open_seat(game, seat, player_id, now)
    until = now + timedelta(seconds=seconds)
    if nth != holder.nth or not holder.pending or (holder.due_at is not None and until >= holder.due_at):
        return False
    session = game.wake()
    sealed = session.wait is Wait.SEALED  # whether it is the last answer of a sealed step is not to be seen by its waiting
    entries = answers.apply(session, seat, text, reader)
    if not sealed and _goes_on(session, seat):
        return False
    own = next((entry.text for entry in entries if entry.seat == seat), text)
    kept = {"nth": nth, "text": own, "said": said or text, "story": story, "player": player_id}
    return bool(Seat.objects.filter(pk=holder.id, nth=nth, live=True).update(held_answer=kept, held_until=until))


def _goes_on(session: Session[Any], seat: int) -> bool:
    """The same seat is asked next, and may take back what it has answered."""
    return session.can_undo == seat and seat in session.unanswered


def take_back(game_id: int, seat: int, *, now: datetime, player_id: int) -> str:
    """Forget the answer that is kept; returns its text. Raises `Stale` where it was sent, `NotYours`, `Closed`, `Trouble`."""
    with transaction.atomic():
        game = store.lock_game(game_id)
        answers.open_seat(game, seat, player_id, now)
        kept = _taken(game, seat)
    if kept is None:
        raise Stale(msg("Your move was sent already."), code="no_undo")
    text: str = kept["text"]
    return text


def forget(seat_id: int) -> None:
    """What is kept for this seat, if anything, is not sent. By the row of the seat, whose game is locked."""
    Seat.objects.filter(pk=seat_id, held_answer__isnull=False).update(**NONE)


def send_now(game_id: int, seat: int, *, now: datetime, player_id: int) -> None:
    """Give the answer that is kept at once; where it was given, nothing happens. Raises `NotYours`, `Closed`, `Trouble`."""
    with transaction.atomic(durable=True):
        game = store.lock_game(game_id)
        answers.open_seat(game, seat, player_id, now)
        _play(game, seat, now)


def play_due(now: datetime, limit: int = 500) -> int:
    """Give every answer whose seconds are over; returns how many."""
    return act_on_due(Seat.objects.filter(held_until__lte=now), now, limit, "held_until", _play)


def _play(game: store.RunningGame, seat: int, now: datetime) -> bool:
    """Give the kept answer of a seat of a locked game. One that the table has left behind is forgotten."""
    kept = _taken(game, seat)
    if kept is None:
        return False
    given = {name: kept[name] for name in ("story", "said")}
    try:
        with transaction.atomic():
            answers.answer(
                game.id, seat, kept["nth"], kept["text"], source=Move.Source.FORM, now=now, player_id=kept["player"], game=game, here=True,
                **given,
            )  # fmt: skip
    except Trouble:
        raise
    except RulesError as error:
        log.info("held_answer_dropped: game %s seat %d: %s", game.code, seat, error)
        return False
    return True


def _taken(game: store.RunningGame, seat: int) -> dict[str, Any] | None:
    """What is kept for a seat of a locked game, which then keeps nothing."""
    row = Seat.objects.filter(pk=game.seats[seat].id)
    kept: dict[str, Any] | None = row.values_list("held_answer", flat=True).get()
    if kept is not None:
        row.update(**NONE)
    return kept
