"""Read a token together with the table of the path, by one statement."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from games.models import ApiToken
from games.models.rows import rows
from games.queries.tables.table import READ_UNLESS, SHOWN_WIDTH, Look, look_of_rows
from games.services.people import api_tokens

READ = f"""
SELECT {api_tokens.HELD}, clock_timestamp(), shown.*
FROM games_apitoken t JOIN games_player holder ON holder.id = t.player_id
LEFT JOIN LATERAL ({READ_UNLESS.replace("%(me)s", "holder.id")}) shown ON true
WHERE t.digest = %(digest)s ORDER BY shown.index
"""


class TableRead(NamedTuple):
    """The rows of a table as `look_unless` reads them for the holder of a token, if their digest differs from `known`."""

    known: str
    rows: list[tuple[Any, ...]]

    def look(self, code: str, person: int | None) -> tuple[str | None, Look | None]:
        """The result of `look_unless`. Raises `NoSuchTable`."""
        return look_of_rows(self.rows, self.known, code, person)


def recognise_with_table(key: str, code: str, known: str) -> tuple[ApiToken, datetime, TableRead] | None:
    """The token of a key and the time, as `api_tokens.recognise` does, with the rows of a table, of which nothing has been checked."""
    found = rows(READ, {"digest": api_tokens.digest(key), "code": code, "known": known}) if key.startswith(api_tokens.PREFIX) else []
    recognised = api_tokens.recognised(found[0]) if found else None
    if recognised is None:
        return None
    shown = [row[-SHOWN_WIDTH - 1 :] for row in found]
    exists = shown[0][0] is not None or shown[0][-1] is not None
    return *recognised, TableRead(known, shown if exists else [])
