"""The page that says that something broke on our side, also when what broke is the frame of every page."""

from __future__ import annotations

import logging
from html import escape

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.utils.translation import gettext
from django.views.defaults import server_error

log = logging.getLogger(__name__)

BARE = """<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title></head>
<body><h1>{title}</h1><p>{text}</p></body></html>"""


def page(request: HttpRequest) -> HttpResponse:
    """The usual page; a bare one where that cannot be made, as before `collectstatic` has run or while the database is away."""
    try:
        return server_error(request)
    except Exception:  # whatever broke the first page may break this one as well
        log.exception("error_page_is_bare: 500.html could not be made either")
    title = escape(gettext("Something broke on our side"))
    text = escape(gettext("Nothing you did is lost: what was accepted before is kept. Please try again in a moment."))
    return HttpResponseServerError(BARE.format(title=title, text=text))
