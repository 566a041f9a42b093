"""Before and after a game: join, add a bot, confirm, leave, cancel, rematch."""

from collections.abc import Callable
from secrets import token_urlsafe

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.models import BotLevel, Game, Player
from games.pages.people import browsers, new_guests
from games.pages.refusals import sentence, status_of
from games.pages.requests import open_form_view, post_view, posted_number, signed_in
from games.pages.tables.context import at_table, reader_at, table
from games.pages.tables.table_page import table_page
from games.queries.clocks.expected_length import of_table
from games.queries.tables.table import Look
from games.render.reader import reader_for
from games.requests import moment, person
from games.rules.errors import RulesError
from games.services.clocks.pace import pace_of
from games.services.people import guests
from games.services.tables import lobby, rematches

Verb = Callable[[HttpRequest, Game, Player], Game | None]


def changing_table(page: Callable[..., HttpResponse], route: str) -> Callable[[Verb], Callable[..., HttpResponse]]:
    """Decorators for POST views of a signed-in player that change a table. Afterwards `route` is shown, or what the verb returns; after a
    refusal `page`, with the error.
    """

    def act(verb: Verb) -> Callable[..., HttpResponse]:
        @post_view
        def view(request: HttpRequest, code: str) -> HttpResponse:
            invitation = request.POST.get("invitation", "")
            try:
                target = verb(request, table(request, code, invitation=invitation).game, signed_in(request))
            except RulesError as error:
                return page(request, table(request, code, invitation=invitation), error=error)
            return redirect(target) if target else redirect(route, code=code)

        return view

    return act


act = changing_table(table_page, "games:table")


@act
def join(request: HttpRequest, game: Game, player: Player) -> None:
    """Take a free seat."""
    invitation, word = request.POST.get("invitation", ""), request.POST.get("word", "")
    lobby.take_seat(game, player, now=moment(request), word=word, invitation=invitation)
    _welcome(request, player)


@act
def seat_bot(request: HttpRequest, game: Game, player: Player) -> None:
    lobby.seat_bot(game, player, now=moment(request), level=request.POST.get("level") or BotLevel.EASY)


@act
def say_ready(request: HttpRequest, game: Game, player: Player) -> None:
    lobby.say_ready(game, player, now=moment(request))


@act
def leave(request: HttpRequest, game: Game, player: Player) -> None:
    """Give up a seat before the start."""
    lobby.leave(game, player, now=moment(request))
    messages.success(request, _("You have left the table."))


@act
def cancel(request: HttpRequest, game: Game, player: Player) -> None:
    lobby.cancel(game, player, now=moment(request))
    messages.success(request, _("The table has been cancelled."))


@act
def remove(request: HttpRequest, game: Game, player: Player) -> None:
    lobby.remove(game, player, posted_number(request, "seat"), now=moment(request))


@act
def rematch(request: HttpRequest, game: Game, player: Player) -> Game:
    return rematches.create(game, player, now=moment(request))


@open_form_view
def invited(request: HttpRequest, code: str, invitation: str) -> HttpResponse:
    """An invite link: shows the table and a button, and asks visitors for a name. GET changes nothing."""
    look = table(request, code, invitation=invitation)
    if request.method != "POST":
        return _invitation(request, look)
    player = person(request)
    if player is None and not browsers.may_be_guest(request):
        return _invitation(request, look, error=new_guests.too_many(), status=429)
    try:
        if player is None:
            guest = guests.join_table(look.game, invitation=invitation, **new_guests.facts(request))
            return new_guests.seated(request, guest, look.game)
        lobby.take_seat(look.game, player, now=moment(request), invitation=invitation)
    except RulesError as error:
        look = table(request, code, invitation=invitation)
        return _invitation(request, look, error=sentence(error, reader_for()), taken=error.code == "name_taken", status=status_of(error))
    _welcome(request, player)
    return redirect(look.game)


def _invitation(request: HttpRequest, look: Look, *, error: str = "", taken: bool = False, status: int = 200) -> HttpResponse:
    """The page of an invite link with the typed name, or a free variant of a name that is taken."""
    name = request.POST.get("name", "").strip()
    pace = pace_of(look.game)
    context = {
        **at_table(look, reader_at(look)),
        "name": Player.objects.free_name(name) if taken else name,
        "slip": token_urlsafe(),
        "error": error,
        "pace": pace.words(),
        "expected": of_table(look.game, look.seats, pace.longest),
    }
    return render(request, "games/invited.html", context, status=status)


def _welcome(request: HttpRequest, player: Player) -> None:
    if not player.without_address:
        messages.success(request, _("You have a seat. We will notify you when it is your turn."))
