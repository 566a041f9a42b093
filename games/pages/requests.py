"""Shared by all views: who may call them and how, numbers of forms, cookies."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import Player

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

not_stored = cache_control(private=True, no_store=True)
"""Decorator: the response depends on the viewer and must not be cached."""


def page_view(view: View[P]) -> View[P]:
    """Decorator: GET and HEAD only, `not_stored`."""
    return require_safe(not_stored(view))


def open_form_view(view: View[P]) -> View[P]:
    """Decorator: GET, HEAD and POST of anybody, `not_stored`."""
    return require_http_methods(["GET", "HEAD", "POST"])(not_stored(view))


def form_view(view: View[P]) -> View[P]:
    """Decorator: GET, HEAD and POST of a signed-in player, `not_stored`."""
    return login_required(open_form_view(view))


def post_view(view: View[P]) -> View[P]:
    """Decorator: POST of a signed-in player, `not_stored`."""
    return login_required(require_POST(not_stored(view)))


def signed_in(request: HttpRequest) -> Player:
    """The player of a view that is only for signed-in players."""
    return cast(Player, request.user)


def number_of(text: str, *, digits: int) -> int | None:
    """A whole number from a form or an address, with at most that many digits; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def posted_number(request: HttpRequest, name: str) -> int:
    """A number from a form; -1, which every service refuses, for any other text."""
    number = number_of(request.POST.get(name, ""), digits=8)
    return -1 if number is None else number


def set_cookie(response: HttpResponse, name: str, value: str, *, seconds: int, path: str = "/") -> None:
    """Set a cookie of this site that scripts cannot read."""
    response.set_cookie(name, value, max_age=seconds, path=path, secure=settings.SITE_IS_SECURE, httponly=True, samesite="Lax")
