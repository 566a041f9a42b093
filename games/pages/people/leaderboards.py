"""The leaderboard of a game, separately for people and programs."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.tables.context import not_stored, reader
from games.queries.people import leaderboards
from games.rules.registry import all_games


@require_safe
@login_required
@not_stored
def show(request: HttpRequest, key: str) -> HttpResponse:
    """The hundred highest ratings of each."""
    book = all_games().get(key)
    if book is None:
        raise Http404
    kinds = {kind: leaderboards.leaders(key, programs=kind == "programs") for kind in ("people", "programs")}
    return render(request, "games/leaderboard.html", {"book": book, "books": all_games().values(), "reader": reader(), **kinds})
