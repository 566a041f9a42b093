"""Before and after a game: sit down, ask a bot, get ready, leave, withdraw, play again."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.models import BotLevel, Game, Player
from games.pages.tables.context import moment, not_stored, person, reader_at, table
from games.pages.tables.table_page import table_page
from games.rules.errors import RulesError
from games.services.clocks.pace import Pace
from games.services.tables import lobby

Verb = Callable[[HttpRequest, Game, Player], Game | None]


def act(verb: Verb) -> Callable[..., HttpResponse]:
    """A page that lets a signed-in person do one thing to a table by POST and shows the table, with the refusal if any."""

    @login_required
    @require_POST
    @not_stored
    def view(request: HttpRequest, code: str) -> HttpResponse:
        look = table(request, code, invitation=request.POST.get("invitation", ""))
        player = person(request)
        assert player is not None  # login_required
        try:
            target = verb(request, look.game, player)
        except RulesError as error:
            return table_page(request, table(request, code, invitation=request.POST.get("invitation", "")), error=error)
        return redirect(target or look.game)

    view.__doc__ = verb.__doc__
    return view


@act
def join(request: HttpRequest, game: Game, player: Player) -> None:
    """Take a free seat."""
    lobby.take_seat(game, player, now=moment(request), word=request.POST.get("word", ""))
    messages.success(request, _("You have a seat. We write to you when it is your turn."))


@act
def seat_bot(request: HttpRequest, game: Game, player: Player) -> None:
    """The host gives a seat to a bot."""
    lobby.seat_bot(game, player, now=moment(request), level=request.POST.get("level") or BotLevel.EASY)


@act
def say_ready(request: HttpRequest, game: Game, player: Player) -> None:
    """Confirm that one is still there."""
    lobby.say_ready(game, player, now=moment(request))


@act
def leave(request: HttpRequest, game: Game, player: Player) -> None:
    """Give up a seat before the start."""
    lobby.leave(game, player, now=moment(request))
    messages.success(request, _("You have left the table."))


@act
def cancel(request: HttpRequest, game: Game, player: Player) -> None:
    """The host withdraws the table."""
    lobby.cancel(game, player, now=moment(request))
    messages.success(request, _("The table is withdrawn."))


@act
def remove(request: HttpRequest, game: Game, player: Player) -> None:
    """The host frees a seat."""
    seat = request.POST.get("seat", "")
    lobby.remove(game, player, int(seat) if seat.isascii() and seat.isdecimal() and len(seat) < 4 else -1, now=moment(request))


@act
def rematch(request: HttpRequest, game: Game, player: Player) -> Game:
    """The same people once more."""
    return lobby.rematch(game, player, now=moment(request))


@require_safe
@not_stored
def invited(request: HttpRequest, code: str, invitation: str) -> HttpResponse:
    """An invite link: shows the table and a button. Opening it changes nothing."""
    look = table(request, code, invitation=invitation)
    context = {
        "look": look,
        "game": look.game,
        "invitation": invitation,
        "reader": reader_at(look),
        "pace": Pace.read(look.game.pace).words(),
    }
    return render(request, "games/invited.html", context)
