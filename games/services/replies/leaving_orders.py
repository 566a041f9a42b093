"""File the standing orders of a text, which is in the order syntax of the game or in everyday words."""

from collections.abc import Sequence
from datetime import datetime

from games.models import Game
from games.models.stored_position import resume
from games.rules.contract import Seat
from games.rules.errors import Illegal, RulesError, Unreadable
from games.rules.messages import Reader
from games.rules.orders import Order
from games.services.orders import filing
from games.services.replies.order_words import in_own_words

MISREAD = frozenset({Unreadable.code, "bad_word", "bad_number", "twice", "two_sides"})
"""Error codes that mean that the syntax was not understood. Only after these is the text parsed as everyday words."""


def leave(game: Game, seat: Seat, text: str, readers: Sequence[Reader], *, now: datetime, player_id: int) -> list[Order]:
    """File the orders that the text means and return them.

    Raises what `filing.file` raises. If the text is not understood as everyday words either, its first error is raised.
    """
    try:
        return [filing.file(game.pk, seat, text, now=now, player_id=player_id)]
    except (Unreadable, Illegal) as error:
        lines = _understood(game, seat, text, readers) if error.code in MISREAD else None
        if not lines:
            raise
    return [filing.file(game.pk, seat, line, now=now, player_id=player_id) for line in lines]


def _understood(game: Game, seat: Seat, text: str, readers: Sequence[Reader]) -> list[str] | None:
    """Parse the text as everyday words against the current position. Return None if it is not understood."""
    game.refresh_from_db(fields=["position", "rules", "rules_version"])
    try:
        session = resume(game)
        book = session.game.orders(session.view(seat))
    except RulesError:
        return None
    return in_own_words(game.rules, book, text, readers) if book is not None else None
