"""Rounds over many games: skip games that another transaction has locked, and mark games that fail."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Literal

from django.db import OperationalError, transaction
from django.db.models import QuerySet

from games.models import Seat
from games.models.game import rules_available
from games.rules.errors import UnknownRules
from games.services.errors import Trouble
from games.services.tables import answers, store
from games.transient_errors import database_unavailable, lock_not_available

log = logging.getLogger(__name__)
Act = Callable[[store.RunningGame, int, datetime], bool]


def act_on_due(due: QuerySet[Seat], now: datetime, limit: int, clock: store.SeatClock, act: Act) -> int:
    """Call `act` for each of these seats, each in a transaction of its own; returns how often it returned True.

    `clock` is the column with the moment that is due. Games in trouble and games whose rules this process does not have are left out. A
    locked game is left to the next round. A game that fails is marked and does not stop the others.
    """
    found = due.filter(rules_available("game__"), game__trouble="").order_by(clock)
    return sum(act_on(game_id, seat, now, clock, act) for game_id, seat in list(found.values_list("game_id", "index")[:limit]))


def act_on(game_id: int, seat: int, now: datetime, clock: store.SeatClock, act: Act) -> bool:
    """Call `act` for one seat if it is still due and its game is not locked."""
    try:
        with transaction.atomic(durable=True):
            game = store.lock_due(game_id, seat, now, clock=clock)
            return game is not None and act(game, seat, now)
    except Exception as error:  # an error of one game must not stop the others
        return mark_failed_game(game_id, error)


def skip_locked_game(game_id: int, error: OperationalError) -> Literal[False]:
    """Log that the game is locked. Raises the error again if it is not a lock timeout."""
    if not lock_not_available(error):
        raise error
    log.warning("game_locked: game %d is locked by another transaction; it is left to the next round", game_id)
    return False


def mark_failed_game(game_id: int, error: Exception) -> Literal[False]:
    """Mark a game that failed: its clocks stop, and the inbox of the admin lists it. A locked game is skipped.

    Raises the error again when the database is unavailable, because that is not an error of the game.
    """
    if isinstance(error, UnknownRules):  # carried over to a version that this process does not have
        return False
    if isinstance(error, OperationalError):
        return skip_locked_game(game_id, error)
    if database_unavailable(error):
        raise error
    if not isinstance(error, Trouble):
        log.error("game_failed: game %d is marked, its clocks stop", game_id, exc_info=error)
    answers.mark_trouble(game_id, str(error.__cause__ or error) if isinstance(error, Trouble) else f"{type(error).__name__}: {error}")
    return False
