"""Middleware: once a day, store (as hashes) the network and browser from which a player moves. See `games.services.people.fingerprints`."""

from collections.abc import Callable
from secrets import token_urlsafe

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.pages.tables.context import moment, person
from games.services.people import fingerprints

COOKIE = "device"
KEPT = "trace_left"


def note_where_from(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Only for forms posted to a table by a signed-in player, and only if FATE_FINGERPRINTS is on."""

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
        age = int(fingerprints.KEPT.total_seconds())
        response.set_cookie(COOKIE, device, max_age=age, httponly=True, samesite="Lax", secure=settings.SITE_IS_SECURE)
        return response

    return middleware
