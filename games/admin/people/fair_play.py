"""The page with signals of unfair play, for directors and moderators."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from games.models import Player
from games.queries.operations.fair_play import signals
from games.render.reader import reader_for
from notifications.clock import database_now

PERMISSION = "games.fairplay_player"


def of_player(request: HttpRequest, pk: int) -> HttpResponse:
    """The signals about one player and their opponents."""
    player = get_object_or_404(Player, pk=pk)
    return page(request, [player.pk], player.name)


def page(request: HttpRequest, players: list[int], about: str) -> HttpResponse:
    """The signals about these players and their opponents; `about` is the subtitle. Raises PermissionDenied."""
    user: Any = request.user
    if not user.has_perm(PERMISSION):
        raise PermissionDenied
    context = {
        **admin.site.each_context(request),
        "title": _("Fair play"),
        "subtitle": about,
        "signals": signals(players, database_now()),
        "reader": reader_for(),
    }
    return TemplateResponse(request, "admin/fairplay.html", context)
