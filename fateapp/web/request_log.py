"""Middleware: give every request a correlation id (`notifications.correlation_id`), and log it."""

import time
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse
from django.utils.functional import LazyObject

from fateapp.edge.priorities import SIGNED_IN
from notifications import correlation_id

log = structlog.get_logger(__name__)

SLOW = 1.0
"""Seconds from which on a GET is logged at level info."""
READS = frozenset({"GET", "HEAD", "OPTIONS"})


def request_ids(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The middleware. A well-formed id from the client is kept, so that a program finds its own requests in responses and mails."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with correlation_id.during(number := correlation_id.accepted(request.headers.get(correlation_id.HEADER, ""))):
            began = time.perf_counter()
            response = get_response(request)
            response[correlation_id.HEADER] = number
            request.META[SIGNED_IN] = is_somebodys(request)
            log_request(request, response, time.perf_counter() - began)
        return response

    return middleware


def is_somebodys(request: HttpRequest) -> bool:
    """Whether a signed-in person made it, if the view has asked; the server remembers the credential (fateapp.edge.priorities)."""
    user = request.__dict__.get("user")
    if isinstance(user, LazyObject):
        user = request.__dict__.get("_cached_user")
    return user is not None and user.is_authenticated


def log_request(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Changes, refusals and slow pages at level info; other requests at debug.

    The route is logged instead of the path, because paths can contain one-time tokens.
    """
    worth = request.method not in READS or response.status_code >= 400 or seconds > SLOW
    match = request.resolver_match
    say = log.info if worth else log.debug
    say("request", method=request.method, route=match.route if match else "", status=response.status_code, ms=round(seconds * 1000, 1))
