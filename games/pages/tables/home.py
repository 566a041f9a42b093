"""My games, the lobby, and announcing a table."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.pages.refusals import sentence, status_of
from games.pages.tables import page_cache
from games.pages.tables.context import moment, not_stored, person, reader
from games.pages.tables.new_table_form import NewTable
from games.queries.clocks import expected_length
from games.queries.tables import lists
from games.rules.errors import RulesError
from games.rules.registry import all_games
from games.services.tables import lobby


@require_safe
@not_stored
def home(request: HttpRequest) -> HttpResponse:
    """My games by urgency; for strangers, what this place is."""
    player = person(request)
    if player is None:
        context: dict[str, Any] = {"games": list(all_games().values()), "watchable": lists.watchable(None, 6), "reader": reader()}
        return render(request, "games/welcome.html", context)
    mine = lists.home(player)
    return page_cache.page(request, mine, lambda: _my_games(request, mine))


def _my_games(request: HttpRequest, mine: lists.Home) -> HttpResponse:
    listed = {name: lines.rows() for name, lines in mine._asdict().items()}
    my_turns = sum(row.my_turn for row in [*listed["running"], *listed["deputised"]])
    return render(request, "games/home.html", {**listed, "my_turns": my_turns, "reader": reader()})


@require_safe
@not_stored
def lobby_page(request: HttpRequest) -> HttpResponse:
    """Tables with free seats, and games one may watch."""
    player = person(request)
    rules = request.GET.get("game", "")
    if rules and rules not in all_games():
        raise Http404("There is no such game.")
    before = request.GET.get("before", "")
    last = int(before) if before.isascii() and before.isdecimal() and len(before) < 18 else None
    free, watched = lists.free_seats(player, rules, before=last), lists.watched(player, 20)
    return page_cache.page(request, (free, watched), lambda: _lobby(request, free.rows(), watched.rows(), rules))


def _lobby(request: HttpRequest, free: list[lists.Row], watched: list[lists.Row], rules: str) -> HttpResponse:
    context = {
        "open": free,
        "older": free[-1].game.pk if len(free) == lists.PAGE else None,
        "watchable": watched,
        "games": list(all_games().values()),
        "chosen": rules,
        "reader": reader(),
    }
    return render(request, "games/lobby.html", context)


@login_required
@not_stored
def new_table(request: HttpRequest, key: str = "") -> HttpResponse:
    """Choose a game, then its table: seats, settings, pace, who may see it."""
    if not key:
        return render(request, "games/new.html", {"games": list(all_games().values()), "reader": reader()})
    book = all_games().get(key)
    player = person(request)
    if book is None or player is None:
        raise Http404("There is no such game.")
    form = NewTable(request.POST or None, book=book, reader=reader())
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                game = lobby.create(player, key, now=moment(request), **form.settings())
                for _bot in range(form.cleaned_data["bots"]):
                    lobby.seat_bot(game, player, now=moment(request))
            except RulesError as error:
                form.add_error(None, sentence(error, reader()))
                status = status_of(error)
            else:
                return redirect(game)
    guesses = (expected_length.expectation(book, seats) for seats in book.seats)
    context = {"form": form, "book": book, "reader": reader(), "expected": [guess for guess in guesses if guess]}
    return render(request, "games/new_table.html", context, status=status)
