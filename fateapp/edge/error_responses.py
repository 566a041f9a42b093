"""Responses for requests that do not reach a view: the site is overloaded, or the request is invalid.

The pages are rendered once per language when a process starts, because there is no time for templates under overload. API clients of other
origins can read the errors (CORS).
"""

import json
import re
from collections.abc import Mapping
from html import escape

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from fateapp.edge.connections import plain_error
from fateapp.edge.request import BadRequestError, Request
from fateapp.edge.response import Headers
from fateapp.web.error_pages import BARE
from games.api.base import cross_origin
from games.api.base.problems import MEDIA_TYPE, Problem
from notifications import correlation_id

TEXT = gettext_noop("Your request was not processed, but nothing is lost. Please go back and try again in a few seconds.")
PROBLEM_PATHS = re.compile(rb"/api/|" + settings.CORS_URLS_REGEX.encode())
"""The paths whose errors are problem documents with CORS headers."""
KINDS: Mapping[int, str] = {
    **{400: "bad-request", 408: "request-timeout", 413: "too-large", 431: "head-too-large"},
    **{501: "not-implemented", 503: "unavailable", 505: "version-not-supported"},
}
PROGRAM_TEXT = "More requests are waiting than this server can answer soon; nothing was done. Try again after Retry-After seconds."


def overload_page() -> str:
    """The page; a plain one when the static files have not been collected."""
    try:
        return render_to_string("503.html")
    except ValueError:  # what the storage raises for a file it does not know
        title, text = gettext("The site is busy right now"), gettext(TEXT)
        return BARE.format(title=escape(title), text=escape(text))


def correlation_id_of(request: Request) -> str:
    return correlation_id.accepted((request.header(correlation_id.HEADER.lower().encode()) or b"").decode("latin-1"))


def problem_document(problem: Problem, number: str) -> tuple[list[tuple[str, str]], bytes]:
    headers = [(correlation_id.HEADER, number), *cross_origin.ANSWER.items(), ("Content-Type", MEDIA_TYPE)]
    return headers, json.dumps(problem.document(number)).encode()


def invalid_request_response(request: Request | None, error: BadRequestError) -> tuple[Headers, bytes]:
    """The response to an invalid request: a problem document for API paths, otherwise plain text."""
    if request is None or not PROBLEM_PATHS.match(request.path):
        return plain_error(request, error)
    return problem_document(Problem(KINDS[error.status], str(error)), correlation_id_of(request))


class OverloadResponse:
    """The pages for an overloaded site, by language."""

    def __init__(self) -> None:
        self._pages: dict[str, bytes] = {}
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                self._pages[language] = overload_page().encode()
        self._chosen = re.compile(rf"(?:^|;\s*){re.escape(settings.LANGUAGE_COOKIE_NAME)}=([a-z]+)".encode())

    def __call__(self, request: Request, seconds: float) -> tuple[list[tuple[str, str]], bytes]:
        """Headers and body of a 503."""
        number = correlation_id_of(request)
        if PROBLEM_PATHS.match(request.path):
            return problem_document(Problem("unavailable", PROGRAM_TEXT), number)
        return [(correlation_id.HEADER, number), ("Content-Type", "text/html; charset=utf-8")], self._pages[self.language(request)]

    def language(self, request: Request) -> str:
        """The language of the cookie, or the first one of Accept-Language that the site has."""
        chosen = self._chosen.search(request.header(b"cookie") or b"")
        wanted = [chosen[1].decode()] if chosen else []
        wanted += re.findall(r"(?:^|,)\s*([a-z]{2})", (request.header(b"accept-language") or b"").decode("latin-1"))
        return next((language for language in wanted if language in self._pages), settings.LANGUAGE_CODE)
