"""Rounds over many games go past one that somebody else holds: a slow change, or an operator's open session, stops no other game."""

from __future__ import annotations

import logging
from typing import Literal

from django.db import OperationalError

from games.away import row_is_held

log = logging.getLogger(__name__)


def pass_over(game_id: int, error: OperationalError) -> Literal[False]:
    """What a round does with this game: nothing, until the next round. Raises every other error again."""
    if not row_is_held(error):
        raise error
    log.warning("game_is_held: game %d is held by somebody else for longer than a lock may be waited for", game_id)
    return False
