"""Rounds over many games go past one that somebody else holds, and past one that fails: neither stops any other game."""

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
    """What a round does with this game: nothing, until the next round. Raises every other error again."""
    if not row_is_held(error):
        raise error
    log.warning("game_is_held: game %d is held by somebody else for longer than a lock may be waited for", game_id)
    return False


def mark_failed_game(game_id: int, error: Exception) -> Literal[False]:
    """The same for whatever went wrong in one game: it is marked, its clocks stand still, and an operator finds it in the admin.

    Raises the error again when it is the database's, which says nothing about the game.
    """
    if isinstance(error, UnknownRules):  # carried over since it was found: it is another process's now
        return False
    if isinstance(error, OperationalError):
        return skip_locked_game(game_id, error)
    if database_is_away(error):
        raise error
    if not isinstance(error, Trouble):
        log.error("game_failed: game %d is set aside", game_id, exc_info=error)
    answers.mark_trouble(game_id, str(error.__cause__ or error) if isinstance(error, Trouble) else f"{type(error).__name__}: {error}")
    return False
