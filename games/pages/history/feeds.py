"""Feeds for programs: a player's private calendar and the Atom feed of a public game. GET changes nothing."""

import hashlib

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Game, Player
from games.pages.clocks.personal_time import time_page
from games.pages.history.atom import atom
from games.pages.people.ics import Site, calendar
from games.pages.requests import post_view, signed_in
from games.pages.tables.context import table_for
from games.queries.people.calendar import deadlines
from games.render.reader import reader_for
from games.requests import moment
from games.services.clocks import personal_time
from games.services.people import calendars
from notifications.links import absolute
from notifications.local_time import zone_of


@require_safe
def my_calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The calendar of this key, in its owner's language; an unknown key is a 404."""
    player = calendars.owner_of(key)
    if player is None:
        raise Http404("There is no such calendar.")
    now = moment(request)
    with translation.override(player.language):
        site = Site(absolute, settings.MAIL_DOMAIN)
        ahead = [away for away in personal_time.absences_of(player) if away.end > now]
        reader, zone = reader_for([], player.language), zone_of(player.zone)
        content = calendar(deadlines(player, now), ahead, reader=reader, zone=zone, site=site)
    return _unless_known(request, content, "text/calendar; charset=utf-8", private=True)


@require_safe
def game_feed(request: HttpRequest, code: str) -> HttpResponse:
    """The log of a public game as spectators see it, also for its players."""
    look = table_for(None, code)
    if look.game.visibility != Game.Visibility.PUBLIC:
        raise Http404("There is no such table, or it is private.")
    content = atom(look, reader_for(look.names), translation.get_language() or "en", absolute)
    return _unless_known(request, content, "application/atom+xml; charset=utf-8", private=False)


@post_view
def make_calendar(request: HttpRequest) -> HttpResponse:
    """Create a new calendar URL, shown once; the old one is revoked."""
    player = Player.objects.get(pk=signed_in(request).pk)
    key = calendars.make(player, now=moment(request))
    return time_page(request, player, calendar_address=absolute(f"/calendar/{key}.ics"))


@post_view
def withdraw_calendar(request: HttpRequest) -> HttpResponse:
    if calendars.withdraw(signed_in(request)):
        messages.success(request, _("Your calendar link has been deleted."))
    return redirect("games:time")


def _unless_known(request: HttpRequest, content: bytes, content_type: str, *, private: bool) -> HttpResponse:
    """The content with its ETag, or 304 when the client has it. Caches must revalidate."""
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    response = HttpResponse(content, content_type=content_type, headers={"ETag": tag})
    patch_cache_control(response, no_cache=True, **({"private": True} if private else {}))
    return get_conditional_response(request, etag=tag, response=response) or response
