"""Seats for people without an account: the host invites an address, the signed link in the mail shows a button that takes the seat."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.mails import question
from games.mails.table_words import GUEST
from games.models import Game, Player
from games.pages.people import browsers
from games.pages.refusals import sentence, status_of
from games.pages.requests import open_form_view
from games.pages.tables.context import reader_at
from games.pages.tables.seating import act
from games.queries.tables.table import look_at
from games.render.html import scene_html
from games.render.reader import reader_for
from games.render.words import said
from games.requests import moment
from games.rules.errors import RulesError
from games.services.people import guests, profile
from games.services.tables import lobby
from notifications.links import BadLink

LAST_LINES = 8


@act
def invite(request: HttpRequest, game: Game, player: Player) -> None:
    guests.invite(game, player, request.POST.get("address", ""), network=browsers.network(request), now=moment(request))
    messages.success(request, _("The invitation has been sent. To accept, they reply with the single word yes."))


@open_form_view
def seat(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows the invitation or, once seated, the table to guests who have never signed in; POST takes the seat. It signs nobody in."""
    try:
        facts = GUEST.read(token)
    except BadLink as error:
        return render(request, "notifications/bad_link.html", {"reason": str(error)}, status=404)
    game = Game.objects.select_related("host").filter(code=facts["game"]).first()
    player = Player.objects.filter(pk=facts["player"], is_active=True).first()
    if game is None or player is None:
        return render(request, "notifications/bad_link.html", {"reason": _("This table no longer exists.")}, status=404)
    error_text, status, name = "", 200, request.POST.get("name", "").strip()
    if request.method == "POST":
        try:
            if name and _may_be_named(player):
                player = profile.change(player, now=moment(request), name=name)
            lobby.take_seat(game, player, now=moment(request))
        except RulesError as error:
            error_text, status = sentence(error, reader_for()), status_of(error)
    seated = game.seats.filter(player=player).exists()
    context = {"game": game, "guest": player, "seated": seated, "error": error_text, "title": game.title, "reader": reader_for()}
    context |= {"name": name, "unnamed": _may_be_named(player)}
    if seated and player.last_login is None:
        context |= _table(game.code, player)
    return render(request, "games/guest_seat.html", context, status=status)


def _table(code: str, player: Player) -> dict[str, Any]:
    """The table as the guest sees it now, the latest moves, and a link to the open question."""
    look = look_at(code, player)
    reader = reader_at(look)
    lines = look.log(most=LAST_LINES) if look.game.started_at else []
    asked = look.decision is not None and look.mine is not None and look.mine.pending
    return {
        "game": look.game,
        "play": question.answer_link(look, player) if asked else "",
        "told": [" ".join(said(one, reader) for one in line.sentences) for line in lines if line.sentences],
        "reason": said(look.game.book.reason(look.result), reader) if look.result is not None else "",
        "waiting": [look.names[seat.index] for seat in look.waiting_for if seat != look.mine],
        "scene": scene_html(look.scene, reader) if look.scene is not None else "",
    }


def _may_be_named(player: Player) -> bool:
    """Whether the guest may choose a name: the name is a placeholder and the guest has never signed in."""
    return not player.name_chosen and player.last_login is None
