"""Skip games locked by another transaction, and mark games that fail, so that neither stops a round over many games."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Literal

from django.db import OperationalError, transaction
from django.db.models import QuerySet

from games.models import Seat
from games.models.game import known_here
from games.rules.errors import UnknownRules
from games.services.errors import Trouble
from games.services.tables import answers, store
from games.transient_errors import database_is_away, row_is_held

log = logging.getLogger(__name__)


def act_on_due(
    due: QuerySet[Seat], now: datetime, limit: int, clock: store.SeatClock, act: Callable[[store.RunningGame, int, datetime], bool]
) -> int:
    """Let `act` do what is due at these seats, each in a transaction of its own; returns how often it did.

    Games whose rules this process does not have, and games in trouble, are left out. One that somebody else holds is left to the next
    round; one that fails is marked and stops no other.
    """
    found = due.filter(known_here("game__"), game__trouble="").order_by(clock)
    return sum(_act_on(game_id, seat, now, clock, act) for game_id, seat in list(found.values_list("game_id", "index")[:limit]))


def _act_on(
    game_id: int, seat: int, now: datetime, clock: store.SeatClock, act: Callable[[store.RunningGame, int, datetime], bool]
) -> bool:
    try:
        with transaction.atomic(durable=True):
            game = store.lock_due(game_id, seat, now, clock=clock)
            return game is not None and act(game, seat, now)
    except Exception as error:  # whatever it is, it is this game's alone
        return mark_failed_game(game_id, error)


def skip_locked_game(game_id: int, error: OperationalError) -> Literal[False]:
    """Log that the game is locked and leave it to the next round. Raises every error that is not about a lock again."""
    if not row_is_held(error):
        raise error
    log.warning("game_locked: game %d is locked by another transaction; it is left to the next round", game_id)
    return False


def mark_failed_game(game_id: int, error: Exception) -> Literal[False]:
    """Mark a game whose round failed: its clocks stop, and operators find it in the admin. A locked game is skipped.

    Raises the error again when it is the database's, which says nothing about the game.
    """
    if isinstance(error, UnknownRules):  # carried over since it was found: it is another process's now
        return False
    if isinstance(error, OperationalError):
        return skip_locked_game(game_id, error)
    if database_is_away(error):
        raise error
    if not isinstance(error, Trouble):
        log.error("game_failed: game %d is marked, its clocks stop", game_id, exc_info=error)
    answers.mark_trouble(game_id, str(error.__cause__ or error) if isinstance(error, Trouble) else f"{type(error).__name__}: {error}")
    return False
