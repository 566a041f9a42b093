"""Extra data for lists of games: a thumbnail of the table, the pace, the expected length."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.queries.clocks.expected_length import Expectation, of_table
from games.queries.process_cache import BoundedCache
from games.queries.tables.lists import Row
from games.queries.tables.minis import minis
from games.render.mini import mini_html
from games.render.tiles import of_game
from games.rules.errors import UnreadableSetting
from games.rules.messages import Message
from games.services.clocks.pace import pace_of

MOST_MINIS = 12
"""The most thumbnails of tables on a page; further games show cards of their game."""

pictures: BoundedCache[SafeString] = BoundedCache(1024)
"""Cache of thumbnails, 3 KB each, by game, position, viewer and language."""


@dataclass(frozen=True, slots=True)
class Item:
    """A row of a list with its extra data."""

    row: Row
    mini: SafeString | str = ""
    pace: Message | None = None
    expected: Expectation | None = None


def pictured(rows: Sequence[Row]) -> list[Item]:
    """Rows with a thumbnail: of their table for the first ones, of their game for the rest. One query for those that are not cached."""
    keys = {row.game.pk: (row.game.pk, row.game.seq, row.mine.index if row.mine else None, get_language()) for row in rows[:MOST_MINIS]}
    known = {pk: found for pk, key in keys.items() if (found := pictures.get(key)) is not None}
    rules = {row.game.pk: row.game.rules for row in rows}
    for pk, mini in minis([row for row in rows[:MOST_MINIS] if row.game.pk not in known]).items():
        known[pk] = mini_html(mini.scene, mini.viewer, rules[pk])
        pictures.put(keys[pk], known[pk])
    return [Item(row, known.get(row.game.pk) or of_game(row.game.rules)) for row in rows]


def announced(rows: Sequence[Row]) -> list[Item]:
    """Rows of open tables, with their pace and expected length."""
    return [_announced(row) for row in rows]


def _announced(row: Row) -> Item:
    """One row; where its pace cannot be read, that is said instead, and the other games of the list are shown."""
    try:
        pace = pace_of(row.game)
    except UnreadableSetting as error:  # logged there
        return Item(row, pace=error.message)
    return Item(row, pace=pace.words(), expected=of_table(row.game, row.seats, pace.longest))
