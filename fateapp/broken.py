"""The page that says that something broke on our side, also when what broke is the frame of every page; and the one for too much haste."""

from __future__ import annotations

import logging
import sys
from html import escape

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.defaults import server_error

from games.away import database_is_away

log = logging.getLogger(__name__)

BARE = """<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title></head>
<body><h1>{title}</h1><p>{text}</p></body></html>"""


AGAIN = 5
"""Seconds after which a program may try again when the database is away; the API says the same."""

PATIENCE = 300
"""Seconds of the longest short limit on signing in; the page says "a few minutes"."""


def page(request: HttpRequest) -> HttpResponse:
    """Django's handler500: 500 for a mistake of ours; 503 while the database is away or has no room, which is not one and passes."""
    away = database_is_away(sys.exc_info()[1])
    answer = usual_or_bare(request)
    if away:
        answer.status_code = 503
        answer["Retry-After"] = str(AGAIN)
    return answer


def too_many(request: HttpRequest) -> HttpResponse:
    """allauth's handler429, for whoever signs in, signs up or asks for codes too often."""
    answer = render(request, "429.html", status=429)
    answer["Retry-After"] = str(PATIENCE)
    return answer


def usual_or_bare(request: HttpRequest) -> HttpResponse:
    """The usual page; a bare one where that cannot be made, as before `collectstatic` has run or while the database is away."""
    try:
        return server_error(request)
    except Exception:  # whatever broke the first page may break this one as well
        log.exception("error_page_is_bare: 500.html could not be made either")
    title = escape(gettext("Something broke on our side"))
    text = escape(gettext("Nothing you did is lost: what was accepted before is kept. Please try again in a moment."))
    return HttpResponseServerError(BARE.format(title=title, text=text))
