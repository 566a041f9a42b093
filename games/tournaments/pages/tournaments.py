"""Tournaments for everybody: the announcements, one tournament with its standings and rounds, entering and withdrawing."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import Game, Player
from games.pages.refusals import sentence
from games.pages.tables.context import moment, not_stored, person, reader
from games.render.bracket import bracket_svg
from games.rules.errors import RulesError
from games.tournaments.formats.registry import SWISS_LIKE
from games.tournaments.models import Tournament
from games.tournaments.queries import cards, exports, listing, standings, views
from games.tournaments.queries.rulings import pause_reason, public_rulings
from games.tournaments.services import entering, half_byes, presence, talking
from games.tournaments.services.announcement import terms
from games.tournaments.services.terms import BREAKS

LISTED = 50
"""So many tournaments, the newest ones, are listed."""
LINES_SHOWN = 32
"""So many lines the standings of a page have, and the reader's own, unless all are asked for."""


@require_safe
@not_stored
def index(request: HttpRequest) -> HttpResponse:
    """The newest first."""
    return render(request, "tournaments/index.html", {"rows": listing.find(None, listing.Wanted(), LISTED), "reader": reader()})


@require_safe
@not_stored
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The announcement, the table and every round with its reasons."""
    tournament = get_object_or_404(Tournament.objects.select_related("director"), code=code)
    entry = standings.entry_of(tournament, person(request))
    search, most = request.GET.get("q", "")[:40], 0 if "all" in request.GET else LINES_SHOWN
    board = standings.board(tournament, standings.round_in(request.GET.get("round", "")), me=person(request), search=search, most=most)
    rulings = public_rulings(tournament)
    context = {
        "tournament": tournament,
        "game": listing.game_of(tournament),
        "board": board,
        "search": search,
        "entry": entry,
        "rests": half_byes.choices(tournament, entry) if entry else [],
        "shows_up": bool(presence.open_pairings(tournament, entry)) if entry else False,
        "rulings": rulings,
        "paused_why": pause_reason(rulings) if tournament.paused_at else "",
        "officials": tournament.officials.select_related("player").order_by("pk"),
        "calls": tournament.calls.filter(player=entry.player_id).order_by("-pk")[:5] if entry else [],
        "terms": terms(tournament),
        "breaks": [BREAKS[name] for name in board.breaks],
        "reader": reader(),
        "mine": views.my_games(tournament, person(request)),
        "crosses": views.cross_tables(tournament),
        "chart": views.progress(tournament),
        "evenness": views.evenness(tournament),
        "bracket": _bracket(tournament, whole=request.GET.get("bracket") == "whole"),
        "calendar": views.calendar(tournament),
        "report_fits": exports.has_report(tournament),
    }
    return render(request, "tournaments/tournament.html", context)


@require_safe
@not_stored
def card(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One person's rounds, and how each of their tie-breaks comes about."""
    tournament = get_object_or_404(Tournament, code=code)
    found = cards.card(tournament, number)
    if found is None:
        raise Http404
    heads = {working.name: BREAKS[working.name] for working in found.workings}
    context = {"tournament": tournament, "card": found, "reader": reader(), "heads": heads, "dummies": tournament.format in SWISS_LIKE}
    return render(request, "tournaments/card.html", context)


def _bracket(tournament: Tournament, *, whole: bool) -> dict[str, object] | None:
    """The drawing, of a large one the last rounds unless the whole is asked for; `part` says that there is more of it."""
    nodes = views.net(tournament)
    if not nodes:
        return None
    shown = nodes if whole else views.last_rounds(nodes)
    drawing = mark_safe(bracket_svg(shown, _("The bracket of %(title)s") % {"title": tournament.title}))
    return {"drawing": drawing, "part": len(shown) < len(nodes), "rounds": views.by_round(nodes) if len(shown) < len(nodes) else []}


@require_POST
@login_required
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Take a place."""
    return _act(request, code, lambda tournament, player: entering.enter(tournament, player, now=moment(request)))


@require_POST
@login_required
def check_in(request: HttpRequest, code: str) -> HttpResponse:
    """Say that one is there."""
    return _act(request, code, lambda tournament, player: entering.check_in(tournament, player, now=moment(request)))


@require_POST
@login_required
def show_up(request: HttpRequest, code: str) -> HttpResponse:
    """Say that one is there in this round."""
    return _act(request, code, lambda tournament, player: presence.show_up(tournament, player))


@require_POST
@login_required
def call(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for the director, about one of one's games or about the tournament."""
    game, text = request.POST.get("game", "")[:12], request.POST.get("text", "")

    def ask(tournament: int, player: Player) -> None:
        found = Game.objects.filter(code=game).values_list("pk", flat=True).first() if game else None
        talking.call(tournament, found, player, text, now=moment(request))
        messages.success(request, _("The director has been told; the answer comes by mail and stands here."))

    return _act(request, code, ask)


@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Give the place up. Once the tournament runs, which resigns games, it asks first, as GET does; with `sure` it is done."""
    tournament = get_object_or_404(Tournament, code=code)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path()) if request.method == "POST" else redirect(tournament)
    games = views.my_games(tournament, person(request))
    if request.method != "POST" and not games:
        return redirect(tournament)
    if games and "sure" not in request.POST:
        return render(request, "tournaments/withdraw.html", {"tournament": tournament, "mine": games, "reader": reader()})
    return _act(request, code, lambda tournament, player: entering.withdraw(tournament, player, now=moment(request)))


@require_POST
@login_required
def rest(request: HttpRequest, code: str) -> HttpResponse:
    """Sit out a round for half a point, or play it after all (`back`)."""
    number = request.POST.get("round", "")
    do = half_byes.take_back if "back" in request.POST else half_byes.ask
    return _act(request, code, lambda tournament, player: do(tournament, player, int(number) if number.isdecimal() else 0))


def _act(request: HttpRequest, code: str, do: Callable[[int, Player], object]) -> HttpResponse:
    """Do it for whoever asks, and show the tournament again with what came of it."""
    tournament, player = get_object_or_404(Tournament, code=code), person(request)
    assert player is not None
    try:
        do(tournament.pk, player)
    except RulesError as error:
        messages.error(request, sentence(error, reader()))
    return redirect(tournament)
