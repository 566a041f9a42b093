"""Django's middleware for pages, left out of requests to the API that are authenticated by a token alone.

Sessions, messages and the like depend on cookies. A request with a token and without a cookie can use none of them
(docs/decisions/0260-parts-of-a-view-left-out.md). Every request with a cookie passes through all of them, so the API stays usable by
session and keeps its CSRF protection. Request ids, CORS, security headers, the language and the limits apply to all requests.
"""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django_htmx.middleware import HtmxMiddleware

from games.pages.people.middleware import note_fingerprints, own_time_zone

GetResponse = Callable[[HttpRequest], Any]
API = "/api/"


def by_token_alone(request: HttpRequest) -> bool:
    """Whether this is a request to the API with an Authorization header and without any cookie."""
    found = request.META
    return bool(found.get("HTTP_AUTHORIZATION")) and not found.get("HTTP_COOKIE") and request.path_info.startswith(API)


class _PagesOnly:
    """Mixed into a middleware class: requests by token alone go on to the next middleware."""

    get_response: GetResponse

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response of the next middleware, directly or by way of the class this is mixed into."""
        response: HttpResponseBase = self.get_response(request) if by_token_alone(request) else super().__call__(request)  # type: ignore[misc]
        return response


class Sessions(_PagesOnly, SessionMiddleware):
    """`SessionMiddleware`: `request.session`."""


class Authentication(_PagesOnly, AuthenticationMiddleware):
    """`AuthenticationMiddleware`: `request.user` of the session. The API sets the user of a token itself."""


class Messages(_PagesOnly, MessageMiddleware):
    """`MessageMiddleware`: sentences for the next page."""


class Htmx(_PagesOnly, HtmxMiddleware):
    """`HtmxMiddleware`: `request.htmx`."""


def _pages_only(middleware: Callable[[GetResponse], GetResponse]) -> Callable[[GetResponse], GetResponse]:
    """The same for a middleware that is a function."""

    def chosen(get_response: GetResponse) -> GetResponse:
        of_pages = middleware(get_response)
        return lambda request: (get_response if by_token_alone(request) else of_pages)(request)

    return chosen


time_zone = _pages_only(own_time_zone)
"""Times of pages are in the zone of the signed-in person."""
fingerprints = _pages_only(note_fingerprints)
