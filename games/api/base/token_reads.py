"""Read a token together with the table of the path, by one statement."""

from datetime import datetime
from typing import Any, NamedTuple

from games.models import ApiToken, Game, Seat
from games.models.rows import rows
from games.queries.tables.table import READ_BY_CODE, READ_UNLESS, SHOWN_WIDTH, Look, look_of_rows, read_table
from games.services.people import api_tokens

COLUMNS = f"SELECT {api_tokens.HELD}, clock_timestamp(), shown.*"
TOKENS = f"{COLUMNS} FROM games_apitoken t JOIN games_player holder ON holder.id = t.player_id"
WITH_TABLE = f"{TOKENS} LEFT JOIN LATERAL ({READ_BY_CODE}) shown ON true WHERE t.digest = %(digest)s ORDER BY shown.index"
WITH_MARK = f"""
{TOKENS} LEFT JOIN LATERAL ({READ_UNLESS.replace("%(me)s", "holder.id")}) shown ON true WHERE t.digest = %(digest)s ORDER BY shown.index
"""


class NewerTable(NamedTuple):
    """The rows of a table as `look_unless` reads them for the holder of a token, if their digest differs from `known`."""

    known: str
    rows: list[tuple[Any, ...]]

    def look(self, code: str, person: int | None) -> tuple[str | None, Look | None]:
        """The result of `look_unless`. Raises `NoSuchTable`."""
        return look_of_rows(self.rows, self.known, code, person)


def recognise_with_newer_table(key: str, code: str, known: str) -> tuple[ApiToken, datetime, NewerTable] | None:
    """The token of a key and the time, as `api_tokens.recognise` does, with the rows of a table, of which nothing has been checked."""
    found, recognised = _read(WITH_MARK, key, {"code": code, "known": known})
    if recognised is None:
        return None
    shown = [row[-SHOWN_WIDTH - 1 :] for row in found]
    exists = shown[0][0] is not None or shown[0][-1] is not None
    return *recognised, NewerTable(known, shown if exists else [])


def recognise_with_table(key: str, code: str) -> tuple[ApiToken, datetime, tuple[Game, list[Seat]] | None] | None:
    """The same with a table in any case; None for the table where there is none."""
    found, recognised = _read(WITH_TABLE, key, {"code": code})
    if recognised is None:
        return None
    shown = [row[-SHOWN_WIDTH:] for row in found]
    return *recognised, read_table(shown, code) if shown[0][0] is not None else None


def _read(sql: str, key: str, values: dict[str, str]) -> tuple[list[tuple[Any, ...]], tuple[ApiToken, datetime] | None]:
    """The rows of a statement, and the token with the time if it is valid."""
    found = rows(sql, values | {"digest": api_tokens.digest(key)}) if key.startswith(api_tokens.PREFIX) else []
    return found, api_tokens.recognised(found[0]) if found else None
