"""Rebuild a stored position that cannot be read, from the log of its game."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from games.models import Game, stored_position
from games.queries.history.replay import COLUMNS, after, replayed
from games.rules.errors import UnreadablePosition
from games.services.tables import stopped_games, store


class CannotRebuild(Exception):
    """The position is readable, or the log has gaps; nothing has changed."""


def rebuild(game: Game, now: datetime) -> None:
    """Replay the log and store the position it leads to. A running game goes on with new clocks.

    Answers of a sealed wait that is not complete are not in the log: their seats are asked again. Raises `CannotRebuild`, `UnknownRules`,
    or what the rules raise when a line does not fit; nothing has changed then.
    """
    with transaction.atomic():
        locked = store.lock_game(game.pk)
        game.refresh_from_db()
        _check_unreadable(game)
        lines = list(game.moves.order_by("seq").values(*COLUMNS))
        if [line["seq"] for line in lines] != list(range(game.seq)):
            raise CannotRebuild(f"The log of game {game.code} has gaps; restore the game from a backup.")
        locked.position = store.position_text(after(game, replayed(game, lines)))
        if game.status == Game.Status.ACTIVE:
            stopped_games.resume(locked, now)
        else:
            Game.objects.filter(pk=game.pk).update(position=locked.position, changes=F("changes") + 1)


def _check_unreadable(game: Game) -> None:
    """Raises `CannotRebuild` if the position can be read."""
    try:
        stored_position.resume(game)
    except UnreadablePosition:
        return
    raise CannotRebuild(f"The stored position of game {game.code} can be read; nothing was changed.")
