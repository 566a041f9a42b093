"""What a client reads that is not served because the site is busy: a page for people, a problem document for programs.

Made once per language when a process starts: when it is needed there is no time for templates.
"""

from __future__ import annotations

import json
import re
from html import escape

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from fateapp.edge.request import Request
from fateapp.error_pages import BARE
from games.api.base import cross_origin
from games.api.base.problems import MEDIA_TYPE, Problem
from notifications import correlation_id

TEXT = gettext_noop("Your request was not carried out, and nothing is lost. Please go back and try again in a few seconds.")
PROGRAM_TEXT = "More requests are waiting than this server can answer soon; nothing was done. Try again after Retry-After seconds."


def usual_or_bare() -> str:
    """The page; a bare one where the static files have not been collected."""
    try:
        return render_to_string("503.html")
    except ValueError:  # what the storage raises for a file it does not know
        title, text = gettext("Too much is going on right now"), gettext(TEXT)
        return BARE.format(title=escape(title), text=escape(text))


class Refusals:
    """The pages, by language."""

    def __init__(self) -> None:
        self._pages: dict[str, bytes] = {}
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                self._pages[language] = usual_or_bare().encode()
        self._for_programs = re.compile(rb"/api/|" + settings.CORS_URLS_REGEX.encode())
        self._chosen = re.compile(rf"(?:^|;\s*){re.escape(settings.LANGUAGE_COOKIE_NAME)}=([a-z]+)".encode())

    def __call__(self, request: Request, seconds: float) -> tuple[list[tuple[str, str]], bytes]:
        """Headers and body of a 503."""
        number = correlation_id.accepted((request.header(correlation_id.HEADER.lower().encode()) or b"").decode("latin-1"))
        headers = [(correlation_id.HEADER, number)]
        if self._for_programs.match(request.path):
            document = Problem("unavailable", PROGRAM_TEXT).document(number)
            return [*headers, *cross_origin.ANSWER.items(), ("Content-Type", MEDIA_TYPE)], json.dumps(document).encode()
        return [*headers, ("Content-Type", "text/html; charset=utf-8")], self._pages[self.language(request)]

    def language(self, request: Request) -> str:
        """That of the cookie, or the first one the browser names that we have."""
        chosen = self._chosen.search(request.header(b"cookie") or b"")
        wanted = [chosen[1].decode()] if chosen else []
        wanted += re.findall(r"(?:^|,)\s*([a-z]{2})", (request.header(b"accept-language") or b"").decode("latin-1"))
        return next((language for language in wanted if language in self._pages), settings.LANGUAGE_CODE)
