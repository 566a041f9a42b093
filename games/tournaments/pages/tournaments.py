"""Public pages of tournaments: the list, one tournament with standings and rounds, and the actions of players."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Game, Player
from games.pages.refusals import sentence
from games.pages.requests import number_of, page_view, posted_number
from games.render.bracket import bracket_svg
from games.render.reader import reader_for
from games.requests import moment, person
from games.rules.errors import RulesError
from games.tournaments.formats.registry import SWISS_LIKE
from games.tournaments.models import Tournament
from games.tournaments.queries import cards, exports, listing, standings, views
from games.tournaments.queries.rulings import pause_reason, public_rulings
from games.tournaments.services import entering, half_byes, presence, talking
from games.tournaments.services.announcement import terms
from games.tournaments.services.terms import BREAKS

LISTED = 50
"""Number of tournaments on the list."""
LINES_SHOWN = 32
"""Number of lines of the standings on a page, unless all are requested. The reader's own line is always shown."""


@page_view
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/index.html", {"rows": listing.find(None, LISTED), "reader": reader_for()})


@page_view
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a tournament: announcement, standings, rounds with the reasons of the pairings, rulings.

    Query parameters: `q` (part of a name), `all`, `round`, `bracket=whole`.
    """
    tournament = get_object_or_404(Tournament.objects.select_related("director"), code=code)
    entry = standings.entry_of(tournament, person(request))
    search, upto = request.GET.get("q", "")[:40], number_of(request.GET.get("round", ""), digits=5) or 0
    most = 0 if "all" in request.GET else LINES_SHOWN
    board = standings.board(tournament, upto, me=person(request), search=search, most=most)
    rulings = public_rulings(tournament)
    context = {
        "tournament": tournament,
        "game": listing.game_of(tournament),
        "board": board,
        "search": search,
        "entry": entry,
        "invited": tournament.invite_only and entry is None and standings.is_invited(tournament, person(request)),
        "rests": half_byes.choices(tournament, entry) if entry else [],
        "shows_up": bool(presence.open_pairings(tournament, entry)) if entry else False,
        "rulings": rulings,
        "paused_why": pause_reason(rulings) if tournament.paused_at else "",
        "officials": tournament.officials.filter(player__is_active=True).select_related("player").order_by("pk"),
        "calls": tournament.calls.filter(player=entry.player_id).order_by("-pk")[:5] if entry else [],
        "terms": terms(tournament),
        "breaks": [BREAKS[name][0] for name in board.breaks],
        "reader": reader_for(),
        "mine": views.my_games(tournament, person(request)),
        "crosses": views.cross_tables(tournament),
        "chart": views.progress(tournament),
        "evenness": views.evenness(tournament),
        "bracket": _bracket(tournament, whole=request.GET.get("bracket") == "whole"),
        "calendar": views.calendar(tournament),
        "report_fits": exports.has_report(tournament),
    }
    return render(request, "tournaments/tournament.html", context)


@page_view
def card(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The card of an entrant (`number` is the seed): rounds, and the terms of each tie-break. Raises Http404."""
    tournament = get_object_or_404(Tournament, code=code)
    found = cards.card(tournament, number)
    if found is None:
        raise Http404
    workings = [(working, *BREAKS[working.name]) for working in found.workings]
    dummies = tournament.format in SWISS_LIKE
    context = {"tournament": tournament, "card": found, "reader": reader_for(), "workings": workings, "dummies": dummies}
    return render(request, "tournaments/card.html", context)


def _bracket(tournament: Tournament, *, whole: bool) -> dict[str, object] | None:
    """The bracket drawing as template context; None for other formats.

    Of a large bracket, only the last rounds are drawn unless `whole`; then `part` is true, and `rounds` lists all places as text.
    """
    nodes = views.net(tournament)
    if not nodes:
        return None
    shown = nodes if whole else views.last_rounds(nodes)
    drawing = mark_safe(bracket_svg(shown, _("The bracket of %(title)s") % {"title": tournament.title}))
    return {"drawing": drawing, "part": len(shown) < len(nodes), "rounds": views.by_round(nodes) if len(shown) < len(nodes) else []}


def _call(request: HttpRequest, tournament: int, player: Player) -> None:
    """Call the director, about the game with the code `game` or about the tournament in general."""
    game, text = request.POST.get("game", "")[:12], request.POST.get("text", "")
    found = Game.objects.filter(code=game).values_list("pk", flat=True).first() if game else None
    talking.call(tournament, found, player, text, now=moment(request))
    messages.success(request, _("The director has been notified; the answer comes by mail and is shown here."))


def _rest(request: HttpRequest, tournament: int, player: Player) -> None:
    """Request a half-point bye for the round `round`, or take the request back (parameter `back`)."""
    do = half_byes.take_back if "back" in request.POST else half_byes.ask
    do(tournament, player, posted_number(request, "round"))


@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw. If running games would be resigned, a confirmation page is shown until the parameter `sure` is sent. GET shows it, too."""
    tournament = get_object_or_404(Tournament, code=code)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path()) if request.method == "POST" else redirect(tournament)
    games = views.my_games(tournament, person(request))
    if request.method != "POST" and not games:
        return redirect(tournament)
    if games and "sure" not in request.POST:
        return render(request, "tournaments/withdraw.html", {"tournament": tournament, "mine": games, "reader": reader_for()})
    return _act(request, code, lambda request, pk, player: entering.withdraw(pk, player, now=moment(request)))


def _act(request: HttpRequest, code: str, do: Callable[[HttpRequest, int, Player], object]) -> HttpResponse:
    """Call `do` for the tournament and the signed-in player, show a `RulesError` as a message, and redirect to the tournament."""
    tournament, player = get_object_or_404(Tournament, code=code), person(request)
    assert player is not None
    try:
        do(request, tournament.pk, player)
    except RulesError as error:
        messages.error(request, sentence(error, reader_for()))
    return redirect(tournament)


def _button(do: Callable[[HttpRequest, int, Player], object]) -> Callable[..., HttpResponse]:
    return require_POST(login_required(lambda request, code: _act(request, code, do)))


enter = _button(lambda request, pk, player: entering.enter(pk, player, now=moment(request)))
check_in = _button(lambda request, pk, player: entering.check_in(pk, player, now=moment(request)))
show_up = _button(lambda _request, pk, player: presence.show_up(pk, player))
call, rest = _button(_call), _button(_rest)
