"""Start a game against bots: visitors without an account enter a name; players with an account use the form for a new table."""

from secrets import token_urlsafe

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.models import Player
from games.pages.people import browsers, new_guests
from games.pages.refusals import sentence, status_of
from games.pages.requests import open_form_view
from games.render.reader import reader_for
from games.requests import moment, person
from games.rules.errors import RulesError
from games.rules.registry import all_games
from games.services.people import guests
from games.services.tables import bot_games


@open_form_view
def against_bots(request: HttpRequest, key: str) -> HttpResponse:
    """GET changes nothing; POST creates the game and redirects to the table."""
    player = person(request)
    if key not in all_games():
        raise Http404("There is no such game.")
    if player is not None and not player.without_address:
        return redirect(f"{reverse('games:new-table', args=[key])}?with=bots")
    if request.method != "POST":
        return _page(request, key, player)
    if player is None and not browsers.may_be_guest(request):
        return _page(request, key, player, error=new_guests.too_many(), status=429)
    try:
        return redirect(bot_games.start(player, key, now=moment(request))) if player is not None else _new_guest(request, key)
    except RulesError as error:
        return _page(request, key, player, error=sentence(error, reader_for()), taken=error.code == "name_taken", status=status_of(error))


def _new_guest(request: HttpRequest, key: str) -> HttpResponse:
    guest, game = guests.play_bots(key, **new_guests.facts(request))
    return new_guests.seated(request, guest, game)


def _page(
    request: HttpRequest, key: str, player: Player | None, *, error: str = "", taken: bool = False, status: int = 200
) -> HttpResponse:
    """The form with a suggested free name."""
    typed = request.POST.get("name", "").strip()
    name = Player.objects.free_name(typed) if taken else typed or Player.objects.neutral_name()
    book = all_games()[key]
    seats = bot_games.seats_at(book)
    context = {"book": book, "aim": book.aim(seats, {}), "bots": seats - 1, "name": name, "guest": player}
    context |= {"slip": token_urlsafe(), "error": error, "reader": reader_for()}
    return render(request, "games/against_bots.html", context, status=status)
