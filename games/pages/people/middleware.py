"""Middleware of pages: the viewer's time zone, and fingerprints of the network and browser from which a player moves."""

from collections.abc import Callable
from secrets import token_urlsafe

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.pages.requests import set_cookie
from games.requests import moment, person
from games.services.people import fingerprints
from notifications.local_time import zone_of

COOKIE = "device"
KEPT = "trace_left"


def own_time_zone(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Activate the signed-in player's time zone for the request; UTC for visitors and unknown zones."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(zone_of(getattr(request.user, "zone", "UTC"))):
            return get_response(request)

    return middleware


def note_fingerprints(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Once a day, store (as hashes) from where a signed-in player posts forms to a table, if FATE_FINGERPRINTS is on."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        player = person(request) if settings.FATE_FINGERPRINTS and request.method == "POST" and request.path.startswith("/g/") else None
        if player is None:
            return response
        today, device = moment(request).date().isoformat(), request.COOKIES.get(COOKIE, "")
        if request.session.get(KEPT) == today and device:
            return response
        device = device[:60] or token_urlsafe(16)
        fingerprints.record(player.pk, address=get_adapter(request).get_client_ip(request) or "", device=device, now=moment(request))
        request.session[KEPT] = today
        set_cookie(response, COOKIE, device, seconds=int(fingerprints.KEPT.total_seconds()))
        return response

    return middleware
