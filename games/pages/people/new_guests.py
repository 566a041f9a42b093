"""Shared by the pages that create guests without an address: invitation links and games against bots."""

from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext as _

from games.models import Game, Player
from games.pages.people import browsers
from games.pages.people.account_forms import zone_names
from games.pages.people.sign_in_links import BACKEND
from games.requests import moment


def too_many() -> str:
    """The error shown when `browsers.may_be_guest` is False."""
    return _("There were too many new guests from your network in the last hour. Please try again later, or sign in.")


def facts(request: HttpRequest) -> dict[str, Any]:
    """The services' arguments for a new guest, from the form and the browser."""
    zone = request.POST.get("zone", "")
    return {
        "name": request.POST.get("name", ""),
        "slip": request.POST.get("slip", ""),
        "zone": zone if zone in zone_names() else "UTC",
        "language": get_language() or settings.LANGUAGE_CODE,
        "now": moment(request),
    }


def seated(request: HttpRequest, guest: Player, game: Game) -> HttpResponse:
    """Sign the guest in on this browser and redirect to the table."""
    login(request, guest, backend=BACKEND)
    response = redirect(game)
    browsers.remember(request, response, guest)
    return response
