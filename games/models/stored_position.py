"""Resume a game at its stored position: the one place that reads the column `position`."""

import logging
from typing import Any, Protocol

import orjson

from games.rules.contract import Position
from games.rules.errors import UnreadablePosition
from games.rules.game import Game as Rules
from games.rules.session import Session

log = logging.getLogger(__name__)


class Stored(Protocol):
    """What is read of a game: a row of the model, or the game as `services.tables.store` reads it."""

    code: str
    position: str

    @property
    def book(self) -> Rules[Any]:
        """The rules. Raises `UnknownRules`."""


def resume(game: Stored) -> Session[Any]:
    """The session at the stored position. Raises `UnknownRules`, or `UnreadablePosition`, which is logged."""
    book = game.book
    try:
        return book.resume(Position.from_json(orjson.loads(game.position)))
    except Exception as error:  # damaged JSON raises whatever reading it raises
        unreadable = UnreadablePosition(game.code, f"{type(error).__name__}: {error}")
        log.error("position_unreadable: %s", unreadable, exc_info=error)
        raise unreadable from error
