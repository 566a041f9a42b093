"""Middleware: times on a page are shown in the viewer's time zone."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


def own_time_zone(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Activate the signed-in player's time zone for the request; UTC for visitors and unknown zones."""

    def middleware(request: HttpRequest) -> HttpResponse:
        zone = getattr(request.user, "zone", "UTC")
        try:
            timezone.activate(ZoneInfo(zone))
        except (ZoneInfoNotFoundError, ValueError):
            timezone.deactivate()
        try:
            return get_response(request)
        finally:
            timezone.deactivate()

    return middleware
