"""Requests for a game whose rules this process does not have, as during an upgrade, get a 503; with a damaged stored value, a 409.

A form with a NUL, which PostgreSQL stores in no text, gets a 400.
"""

from collections.abc import Callable

from django.core.exceptions import SuspiciousOperation
from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from games.pages.refusals import status_of
from games.render.reader import reader_for
from games.render.words import said
from games.rules.errors import Damaged, UnknownRules


class SayThatGamesAreUpdated:
    """Middleware that handles `UnknownRules`, `Damaged` and texts with a NUL for every view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page that says so if a view raised one of these exceptions. Raises SuspiciousOperation for a NUL."""
        if isinstance(error, DataError) and "NUL (0x00)" in str(error):
            raise SuspiciousOperation("A text of the request contains a NUL.") from error
        if not isinstance(error, UnknownRules | Damaged):
            return None
        page = "games/updating.html" if isinstance(error, UnknownRules) else "games/unreadable.html"
        response = render(request, page, {"words": said(error.message, reader_for())}, status=status_of(error))
        if isinstance(error, UnknownRules):
            response["Retry-After"] = str(error.again)
        patch_cache_control(response, private=True, no_store=True)
        return response
