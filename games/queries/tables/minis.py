"""The scenes of the games of a list, for their thumbnails: one statement for all of them."""

import logging
from collections.abc import Iterable
from typing import NamedTuple

from games.models import Game
from games.models.rows import Columns, rows
from games.models.stored_position import resume
from games.queries.tables.lists import Row
from games.rules.errors import UnreadablePosition
from games.rules.scene import Scene

log = logging.getLogger(__name__)

GAME = Columns(Game, "g", ("id", "code", "rules", "rules_version", "position"))
READ = f"SELECT {GAME.sql} FROM games_game g WHERE g.id = ANY(%s) AND g.position <> ''"


class Mini(NamedTuple):
    """The scene of a game as the viewer sees it, and the viewer's seat (None for spectators)."""

    viewer: int | None
    scene: Scene


def minis(listed: Iterable[Row]) -> dict[int, Mini]:
    """The scenes by game id, without games that have not started, whose rules this process does not have, or whose stored position cannot
    be read (logged). At most one query."""
    seats = {row.game.pk: row.mine.index if row.mine is not None else None for row in listed}
    found = [GAME.read_required(row) for row in rows(READ, [list(seats)])] if seats else []
    drawn = {game.pk: _mini(game, seats[game.pk]) for game in found if game.is_known}
    return {pk: mini for pk, mini in drawn.items() if mini is not None}


def _mini(game: Game, viewer: int | None) -> Mini | None:
    try:
        return Mini(viewer, game.book.scene(resume(game).view(viewer)))
    except UnreadablePosition:  # logged there
        return None
    except Exception:  # whatever the rules raise for it: the other games of the list are shown
        log.exception("picture_failed: game %s of %s is listed without its table", game.code, game.rules)
        return None
