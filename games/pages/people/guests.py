"""Seats for people without an account: the host invites an address, the signed link in the mail takes the seat by a button."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.mails.links import GUEST
from games.models import Game, Player
from games.pages.people import browsers
from games.pages.refusals import sentence, status_of
from games.pages.tables.context import moment, not_stored, reader
from games.pages.tables.seating import act
from games.rules.errors import RulesError
from games.services.people import guests, profile
from games.services.tables import lobby
from notifications.links import BadLink


@act
def invite(request: HttpRequest, game: Game, player: Player) -> None:
    """The host invites an address."""
    guests.invite(game, player, request.POST.get("address", ""), network=browsers.network(request), now=moment(request))
    messages.success(request, _("The invitation is on its way. A reply of one word, yes, takes the seat."))


@never_cache
@not_stored
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows what the link is for, POST sits down. Nobody is signed in by it."""
    try:
        facts = GUEST.read(token)
    except BadLink as error:
        return render(request, "notifications/bad_link.html", {"reason": str(error)}, status=404)
    game = Game.objects.select_related("host").filter(code=facts["game"]).first()
    player = Player.objects.filter(pk=facts["player"], is_active=True).first()
    if game is None or player is None:
        return render(request, "notifications/bad_link.html", {"reason": _("This table does not exist any more.")}, status=404)
    error_text, status, name = "", 200, request.POST.get("name", "").strip()
    if request.method == "POST":
        try:
            if name and _may_be_named(player):
                player = profile.change(player, name=name)
            lobby.take_seat(game, player, now=moment(request))
        except RulesError as error:
            error_text, status = sentence(error, reader()), status_of(error)
    seated = game.seats.filter(player=player).exists()
    context = {"game": game, "guest": player, "seated": seated, "error": error_text, "title": game.title, "reader": reader()}
    return render(request, "games/guest_seat.html", {**context, "name": name, "unnamed": _may_be_named(player)}, status=status)


def _may_be_named(player: Player) -> bool:
    """Somebody with a neutral name who has not signed in: the link in the mail says enough about who they are for that."""
    return not player.name_chosen and player.last_login is None
