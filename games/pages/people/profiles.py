"""A player's profile: public facts, and the viewer's private note and block; and the leaderboard of a game."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import Block, PersonalNote, Player, Report
from games.pages.refusals import sentence
from games.pages.requests import page_view, signed_in
from games.queries.people import leaderboards, profiles as known
from games.render.chart import chart
from games.render.reader import reader_for
from games.render.words import said
from games.requests import moment
from games.rules.errors import RulesError
from games.rules.registry import all_games
from games.services.people import relations
from games.services.tables import challenges


@login_required
@page_view
def show(request: HttpRequest, name: str) -> HttpResponse:
    """Ratings with their history, reliability, response times; the viewer's own note and block."""
    somebody, me = _somebody(name), signed_in(request)
    context: dict[str, Any] = {
        "somebody": somebody,
        "me": me,
        "ratings": [_rating(somebody, row) for row in known.ratings_of(somebody)],
        "reliability": known.reliability_of([somebody.pk])[somebody.pk],
        "times": known.answer_times(somebody),
        "note": PersonalNote.objects.filter(owner=me, about=somebody).first(),
        "may_invite": challenges.may_challenge(me, somebody),
        "blocked": Block.objects.filter(owner=me, blocked=somebody).exists(),
        "matters": Report.Matter.choices,
    }
    return render(request, "games/person.html", context)


def act(verb: Callable[[HttpRequest, Player, Player], str]) -> Callable[..., HttpResponse]:
    """Decorator for a POST about a player: redirects to the profile with the result or the refusal as a message."""

    @require_POST
    @login_required
    def view(request: HttpRequest, name: str) -> HttpResponse:
        somebody = _somebody(name)
        try:
            messages.success(request, verb(request, signed_in(request), somebody))
        except RulesError as error:
            messages.error(request, sentence(error, reader_for()))
        return redirect("games:person", somebody.name)

    return view


@act
def note(request: HttpRequest, me: Player, somebody: Player) -> str:
    relations.note(me, somebody, request.POST.get("text", ""))
    return _("Your note has been saved.")


@act
def block(request: HttpRequest, me: Player, somebody: Player) -> str:
    relations.block(me, somebody, now=moment(request))
    return _("You have blocked this player.")


@act
def unblock(request: HttpRequest, me: Player, somebody: Player) -> str:
    relations.unblock(me, somebody)
    return _("You have unblocked this player.")


@act
def report(request: HttpRequest, me: Player, somebody: Player) -> str:
    relations.report(me, somebody, request.POST.get("matter", ""), request.POST.get("text", ""), now=moment(request))
    return _("Thank you. We will look into it.")


def _somebody(name: str) -> Player:
    somebody = known.active_player(name)
    if somebody is None:
        raise Http404("There is nobody of that name.")
    return somebody


def _rating(somebody: Player, row: Any) -> dict[str, Any]:
    """One line of the ratings, with its chart once there are points of two days."""
    book = all_games().get(row.rules)
    title = said(book.title, reader_for()) if book else row.rules
    points = known.history(somebody, row.rules)
    words = _("%(game)s: %(points)d after %(games)d rated games") % {"game": title, "points": row.shown, "games": row.games}
    drawn: SafeString | str = mark_safe(chart(points, words)) if points and points[0][0].date() != points[-1][0].date() else ""
    return {"row": row, "title": title, "chart": drawn}


@login_required
@page_view
def leaderboard(request: HttpRequest, key: str) -> HttpResponse:
    """The hundred highest ratings of a game, separately for people and programs."""
    book = all_games().get(key)
    if book is None:
        raise Http404
    kinds = {kind: leaderboards.leaders(key, programs=kind == "programs") for kind in ("people", "programs")}
    return render(request, "games/leaderboard.html", {"book": book, "books": all_games().values(), "reader": reader_for(), **kinds})
