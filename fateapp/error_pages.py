"""The page that says that something broke on our side, also when what broke is the frame of every page; and the one for too much haste."""

from __future__ import annotations

import logging
import sys
from html import escape

from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.utils.translation import gettext, gettext_noop
from django.views.defaults import server_error

from fateapp import health
from fateapp.schema.watch import watch
from games.transient_errors import database_unavailable, schema_mismatch

log = logging.getLogger(__name__)

BARE = """<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title></head>
<body><h1>{title}</h1><p>{text}</p></body></html>"""


BROKE = (
    gettext_noop("Something went wrong on our side"),
    gettext_noop("Nothing you have done is lost. Please try again in a moment."),
)
UNFIT = (
    gettext_noop("This site is not ready yet"),
    gettext_noop(
        "The database does not match this version of the software. Nothing you have done is lost. "
        "For the operator: stop the site and run python3 manage.py repair-schema."
    ),
)
"""Title and text, as in 500.html and not_ready.html."""

AGAIN = 5
"""Seconds after which a program may try again when the database is away; the API says the same."""

PATIENCE = 300
"""Seconds of the longest short limit on signing in; the page says "a few minutes"."""


def page(request: HttpRequest) -> HttpResponse:
    """Django's handler500: 500 for a mistake of ours; 503 while the database is away or has no room, which is not one and passes, and
    while it has not the tables of this version.
    """
    error = sys.exc_info()[1]
    unfit = schema_mismatch(error) and database_is_unfit()
    answer = usual_or_bare(request, "not_ready.html" if unfit else "500.html")
    if unfit or database_unavailable(error):
        answer.status_code = 503
        answer["Retry-After"] = str(AGAIN)
    return answer


def database_is_unfit() -> bool:
    """Whether the database lacks something, by its own word; otherwise a statement of ours was wrong."""
    watch.forget()
    try:
        said = health.amiss()
    except Error:
        log.exception("schema_check_failed: whether it fits this version could not be asked")
        return False
    if said:
        log.error("schema_mismatch: %s", said)
    return bool(said)


def too_many(request: HttpRequest) -> HttpResponse:
    """allauth's handler429, for whoever signs in, signs up or asks for codes too often."""
    answer = render(request, "429.html", status=429)
    answer["Retry-After"] = str(PATIENCE)
    return answer


def usual_or_bare(request: HttpRequest, template: str = "500.html") -> HttpResponse:
    """The usual page; a bare one where that cannot be made, as before `collectstatic` has run or while the database is away."""
    try:
        return server_error(request, template)
    except Exception:  # whatever broke the first page may break this one as well
        log.exception("error_page_failed: %s could not be made either", template)
    title, text = UNFIT if template == "not_ready.html" else BROKE
    return HttpResponseServerError(BARE.format(title=escape(gettext(title)), text=escape(gettext(text))))
