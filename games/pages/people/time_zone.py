"""Middleware: times on a page are shown in the viewer's time zone."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from notifications.batching import zone_of


def own_time_zone(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Activate the signed-in player's time zone for the request; UTC for visitors and unknown zones."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(zone_of(getattr(request.user, "zone", "UTC"))):
            return get_response(request)

    return middleware
