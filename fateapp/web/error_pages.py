"""Error pages for 500 and 503, also when the templates cannot be rendered, and for 400 and 429; below /api/ problem documents."""

import json
import logging
import sys
from html import escape

from django.core.exceptions import DisallowedHost
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext, gettext_noop
from django.views import defaults

from fateapp.installation import PROGRAM
from fateapp.schema.watch import watch
from fateapp.web import health
from games.api.base.problems import MEDIA_TYPE, NOT_OUR_TABLES, Problem
from games.transient_errors import database_unavailable, schema_mismatch
from notifications import correlation_id

log = logging.getLogger(__name__)

BARE = """<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title></head>
<body><h1>{title}</h1><p>{text}</p></body></html>"""


BROKE = (gettext_noop("Something went wrong on our side"), gettext_noop("Nothing you have done is lost. Please try again in a moment."))
UNFIT = (
    gettext_noop("This site is not ready yet"),
    gettext_noop(
        "The database does not match this version of the software. Nothing you have done is lost. "
        "For the operator: stop the site and run %(program)s repair-schema."
    ),
)
"""Title and text, as in 500.html and not_ready.html; `program` begins the command."""

RETRY_AFTER = 5
"""Seconds of Retry-After while the database is unavailable, as in the API."""

SIGN_IN_RETRY_AFTER = 300
"""Seconds of the longest of the short sign-in limits; the page says "a few minutes"."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400, for what the middleware refuses: a problem document below /api/, otherwise the page."""
    if not request.path_info.startswith("/api/"):
        return defaults.bad_request(request, exception)
    detail = "The site is not known by the name in the Host header." if isinstance(exception, DisallowedHost) else ""
    return _problem(Problem("bad-request", detail))


def _problem(problem: Problem) -> HttpResponse:
    document = problem.document(correlation_id.current())
    return HttpResponse(json.dumps(document), status=problem.status, content_type=MEDIA_TYPE)


def page(request: HttpRequest) -> HttpResponse:
    """Django's handler500: 500 for a programming error; 503 while the database is unavailable or full, and while its schema does not fit
    this version. A problem document below /api/, for what the middleware raises: the API answers the errors of its views itself.
    """
    error = sys.exc_info()[1]
    unfit = schema_mismatch(error) and database_is_unfit()
    unavailable = unfit or database_unavailable(error)
    if request.path_info.startswith("/api/"):
        response = _problem(Problem("unavailable" if unavailable else "server-error", NOT_OUR_TABLES if unfit else ""))
    else:
        response = usual_or_bare("not_ready.html" if unfit else "500.html")
    if unavailable:
        response.status_code = 503
        response["Retry-After"] = str(RETRY_AFTER)
    return response


def database_is_unfit() -> bool:
    """Whether the schema of the database lacks something; otherwise one of our statements is wrong."""
    watch.forget()
    try:
        said = health.schema_problem()
    except Error:
        log.exception("schema_check_failed: whether it fits this version could not be asked")
        return False
    if said:
        log.error("schema_mismatch: %s", said)
    return bool(said)


def too_many(request: HttpRequest) -> HttpResponse:
    """allauth's handler429, for too many sign-ins, sign-ups or codes."""
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(SIGN_IN_RETRY_AFTER)
    return response


def usual_or_bare(template: str) -> HttpResponse:
    """The page from its template; a plain one when that fails, as before `collectstatic` or while the database is unavailable.

    Like Django's `server_error`, without the request: context processors may be what failed.
    """
    try:
        return HttpResponseServerError(render_to_string(template, {"program": PROGRAM}))
    except Exception:  # whatever broke the first page may break this one as well
        log.exception("error_page_failed: %s could not be made either", template)
    title, text = UNFIT if template == "not_ready.html" else BROKE
    return HttpResponseServerError(BARE.format(title=escape(gettext(title)), text=escape(gettext(text) % {"program": PROGRAM})))
