"""Shared by the pages of a table: the table or a 404, its reader, and what their templates read."""

from typing import Any

from django.http import Http404, HttpRequest

from games.models import Player
from games.queries.tables.table import Look, NoSuchTable, look_at
from games.render.reader import reader_for
from games.requests import person
from games.rules.messages import Reader


def table(request: HttpRequest, code: str, *, invitation: str = "") -> Look:
    """The table as this player may see it. Raises Http404 for a table that is not visible to them."""
    return table_for(person(request), code, invitation=invitation)


def table_for(player: Player | None, code: str, *, invitation: str = "") -> Look:
    """The table as this player, or a spectator (None), may see it. Raises Http404."""
    try:
        return look_at(code, player, invitation=invitation)
    except NoSuchTable as error:
        raise Http404("There is no such table, or it is private.") from error


def reader_at(look: Look) -> Reader:
    """A reader at this table, who is addressed as "you" where a sentence is about their own seat."""
    return reader_for(look.names, you=look.you)


def at_table(look: Look, reader: Reader) -> dict[str, Any]:
    """What the template of every page of a table reads."""
    return {"look": look, "game": look.game, "reader": reader}
