"""Shared by all views of tables: the player, the time, the table or a 404, the reader."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import Player
from games.queries.tables.table import Look, NoSuchTable, look_at
from games.render.reader import reader_for
from games.rules.messages import Reader
from notifications.clock import database_now

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def person(request: HttpRequest) -> Player | None:
    user: Any = request.user
    return user if user.is_authenticated else None


def signed_in(request: HttpRequest) -> Player:
    """The player of a view that is only for signed-in players."""
    return cast(Player, request.user)


def moment(request: HttpRequest) -> datetime:
    """The time of this request by the database's clock, read once."""
    known: datetime | None = getattr(request, "moment", None)
    if known is None:
        known = database_now()
        request.moment = known  # type: ignore[attr-defined]
    return known


def number_of(text: str, *, digits: int) -> int | None:
    """A whole number from a form or an address, with at most that many digits; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def posted_number(request: HttpRequest, name: str) -> int:
    """A number from a form; -1, which every service refuses, for any other text."""
    number = number_of(request.POST.get(name, ""), digits=8)
    return -1 if number is None else number


def table(request: HttpRequest, code: str, *, invitation: str = "") -> Look:
    """The table as this player may see it. Raises Http404 for a table that is not visible to them."""
    return table_for(person(request), code, invitation=invitation)


def table_for(player: Player | None, code: str, *, invitation: str = "") -> Look:
    """The table as this player, or a spectator (None), may see it. Raises Http404."""
    try:
        return look_at(code, player, invitation=invitation)
    except NoSuchTable as error:
        raise Http404("There is no such table, or it is private.") from error


def reader(names: list[str] | None = None, you: int | None = None) -> Reader:
    """A reader in the active language of this request; `you` is the seat that is addressed."""
    return reader_for(names or [], you=you)


def reader_at(look: Look) -> Reader:
    """A reader at this table, who is addressed as "you" where a sentence is about their own seat."""
    return reader_for(look.names, you=look.you)


def at_table(look: Look, reader: Reader) -> dict[str, Any]:
    """What the template of every page of a table reads."""
    return {"look": look, "game": look.game, "reader": reader}


def set_cookie(response: HttpResponse, name: str, value: str, *, seconds: int, path: str = "/") -> None:
    """Set a cookie of this site that scripts cannot read."""
    response.set_cookie(name, value, max_age=seconds, path=path, secure=settings.SITE_IS_SECURE, httponly=True, samesite="Lax")


not_stored = cache_control(private=True, no_store=True)
"""Decorator: the response depends on the viewer and must not be cached."""


def page_view(view: View[P]) -> View[P]:
    """Decorator: GET and HEAD only, `not_stored`."""
    return require_safe(not_stored(view))


def form_view(view: View[P]) -> View[P]:
    """Decorator: GET, HEAD and POST of a signed-in player, `not_stored`."""
    return login_required(require_http_methods(["GET", "HEAD", "POST"])(not_stored(view)))


def post_view(view: View[P]) -> View[P]:
    """Decorator: POST of a signed-in player, `not_stored`."""
    return login_required(require_POST(not_stored(view)))
