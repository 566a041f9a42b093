"""Skip games locked by another transaction, and mark games that fail, so that neither stops a round over many games."""

from __future__ import annotations

import logging
from typing import Literal

from django.db import OperationalError

from games.rules.errors import UnknownRules
from games.services.errors import Trouble
from games.services.tables import answers
from games.transient_errors import database_is_away, row_is_held

log = logging.getLogger(__name__)


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
