"""What every page about tables needs: the person, the moment, the table or a 404, the reader."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language

from games.models import Player
from games.queries.tables.table import Look, NoSuchTable, look_at
from games.render.reader import reader_for
from games.rules.messages import Reader
from notifications.clock import database_now

P = ParamSpec("P")


def person(request: HttpRequest) -> Player | None:
    """Who is signed in, or None."""
    user: Any = request.user
    return user if user.is_authenticated else None


def moment(request: HttpRequest) -> datetime:
    """The moment of this request, by the database's clock: read once."""
    known: datetime | None = getattr(request, "moment", None)
    if known is None:
        known = database_now()
        request.moment = known  # type: ignore[attr-defined]
    return known


def table(request: HttpRequest, code: str, *, invitation: str = "") -> Look:
    """The table as this person may see it. Raises Http404 for what one may not know of."""
    try:
        return look_at(code, person(request), invitation=invitation)
    except NoSuchTable as error:
        raise Http404("There is no such table, or it is private.") from error


def reader(names: list[str] | None = None) -> Reader:
    """A reader of the language that is active for this request."""
    return reader_for(names or [], get_language() or "en")


def reader_at(look: Look) -> Reader:
    """A reader at this table, who is addressed as "you" where a sentence is about their own seat."""
    return reader_for(look.names, get_language() or "en", look.you)


def not_stored(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Mark what one viewer may see as nobody else's: no cache may keep it."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        return response

    return wrapped
