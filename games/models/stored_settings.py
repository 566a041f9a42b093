"""Read a stored setting whose valid values the code defines, such as the pace; its JSON type is a constraint of the database."""

import logging
from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeVar

from games.rules.errors import UnreadableSetting

T = TypeVar("T")
Owner = Literal["game", "tournament"]
log = logging.getLogger(__name__)


class Coded(Protocol):
    """A game (a row of the model, or as `services.tables.store` reads it) or a tournament."""

    code: str


def stored(owner: Coded, column: str, read: Callable[[Any], T], *, of: Owner = "game") -> T:
    """The value of `column`, parsed by `read`. Raises `UnreadableSetting`, which is logged."""
    try:
        return read(getattr(owner, column))
    except Exception as error:  # a damaged value raises whatever reading it raises
        unreadable = UnreadableSetting(f"{of} {owner.code}", column, f"{type(error).__name__}: {error}")
        log.error("setting_unreadable: %s", unreadable, exc_info=error)
        raise unreadable from error
