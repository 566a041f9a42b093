"""Held answers: for the seconds that a player has chosen (`Player.grace`) an answer is stored, hidden from others and revocable.

Answers that the rules allow to undo anyway (`undo`) are not held. See docs/decisions/0241-a-grace-period.md.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.models import Move, Seat
from games.rules.contract import Wait
from games.rules.errors import RulesError
from games.rules.messages import Reader, msg
from games.services.errors import Stale, Trouble
from games.services.tables import answers, store
from games.services.tables.locked_rows import act_on_due

log = logging.getLogger(__name__)
CLEARED = {"held_answer": None, "held_until": None}
"""The columns of a seat without a held answer."""


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
    """Hold a legal answer for some seconds, in place of one that is held already. The game does not change.

    Returns False where the answer has to be given at once: the rules allow its undo, its deadline comes first, or its question is not
    open. Raises what `answers.answer` raises for an answer it refuses.
    """
    answers.check_text(text, story)
    holder = answers.open_seat(game, seat, player_id, now)
    until = now + timedelta(seconds=seconds)
    if nth != holder.nth or not holder.pending or (holder.due_at is not None and until >= holder.due_at):
        return False
    session = game.load_session()
    sealed = session.wait is Wait.SEALED  # holding every sealed answer hides which one is the last of its step
    entries = answers.apply(session, seat, text, reader)
    if not sealed and session.can_undo == seat and seat in session.unanswered:
        return False
    canonical = next((entry.text for entry in entries if entry.seat == seat), text)
    held = {"nth": nth, "text": canonical, "said": said or text, "story": story, "player": player_id}
    return bool(Seat.objects.filter(pk=holder.id, nth=nth, live=True).update(held_answer=held, held_until=until))


def take_back(game_id: int, seat: int, *, now: datetime, player_id: int) -> str:
    """Discard the held answer of a seat; returns its text. Raises `Stale` where it was sent, `NotYours`, `Closed`, `Trouble`."""
    with transaction.atomic():
        game = store.lock_game(game_id)
        answers.open_seat(game, seat, player_id, now)
        held = _pop(game, seat)
    if held is None:
        raise Stale(msg("Your move has already been sent."), code="no_undo")
    text: str = held["text"]
    return text


def forget(seat_id: int) -> None:
    """Discard the held answer of a seat, if there is one. The seat's game is locked by the caller."""
    Seat.objects.filter(pk=seat_id, held_answer__isnull=False).update(**CLEARED)


def send_now(game_id: int, seat: int, *, now: datetime, player_id: int) -> None:
    """Give the held answer of a seat at once; does nothing where there is none. Raises `NotYours`, `Closed`, `Trouble`."""
    with transaction.atomic(durable=True):
        game = store.lock_game(game_id)
        answers.open_seat(game, seat, player_id, now)
        _play(game, seat, now)


def play_due(now: datetime, limit: int = 500) -> int:
    """Give every held answer whose time is up; returns their number."""
    return act_on_due(Seat.objects.filter(held_until__lte=now), now, limit, "held_until", _play)


def _play(game: store.RunningGame, seat: int, now: datetime) -> bool:
    """Give the held answer of a seat of a locked game; False where there is none. An answer that the rules now refuse is dropped."""
    held = _pop(game, seat)
    if held is None:
        return False
    try:
        with transaction.atomic():
            answers.answer(
                game.id, seat, held["nth"], held["text"], source=Move.Source.FORM, now=now, player_id=held["player"], story=held["story"],
                said=held["said"], game=game, on_page=True,
            )  # fmt: skip
    except Trouble:
        raise
    except RulesError as error:
        log.info("held_answer_dropped: game %s seat %d: %s", game.code, seat, error)
        return False
    return True


def _pop(game: store.RunningGame, seat: int) -> dict[str, Any] | None:
    row = Seat.objects.filter(pk=game.seats[seat].id)
    held: dict[str, Any] | None = row.values_list("held_answer", flat=True).get()
    if held is not None:
        row.update(**CLEARED)
    return held
