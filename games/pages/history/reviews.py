"""The review of a finished game: ask for it, wait for it, read it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.models import Game, Review
from games.pages.refusals import sentence, status_of
from games.pages.tables.context import moment, not_stored, person, reader_at, table
from games.queries.history.review import told
from games.rules.errors import RulesError
from games.services.history import reviews


@require_safe
@not_stored
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The three turning points with what was answered and what looks better, and every decision by its worth."""
    look = table(request, code)
    if look.game.status != Game.Status.FINISHED or not look.game.position:
        raise Http404("This game is not over.")
    review = Review.objects.filter(game=look.game).first()
    context: dict[str, Any] = {
        "look": look,
        "game": look.game,
        "reader": reader_at(look),
        "review": review,
        "told": told(look.game, review, look.names) if review is not None and review.done else None,
        "mine": look.mine is not None,
        "index": look.mine.index if look.mine is not None else None,
    }
    return render(request, "games/review.html", context)


@login_required
@require_POST
@not_stored
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Have the game reviewed."""
    look, player = table(request, code), person(request)
    assert player is not None  # signed in
    try:
        reviews.ask(look.game, player, now=moment(request))
    except RulesError as error:
        return HttpResponse(sentence(error, reader_at(look)), status=status_of(error), content_type="text/plain; charset=utf-8")
    return redirect("games:review", code=code)
