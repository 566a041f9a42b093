"""Home page, lobby, and the form for a new table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _

from games.models import Game, Player
from games.pages.puzzles.puzzle_pages import todays
from games.pages.refusals import sentence, status_of
from games.pages.requests import form_view, number_of, page_view
from games.pages.rules.lessons import quickest
from games.pages.tables import page_cache
from games.pages.tables.ended import headline
from games.pages.tables.new_table_form import NewTable
from games.pages.tables.option_fields import suggested_options
from games.queries.clocks.expected_length import Expectation, expectation, of_table
from games.queries.people import profiles
from games.queries.process_cache import BoundedCache
from games.queries.tables import lists
from games.queries.tables.lists import Row
from games.queries.tables.minis import minis
from games.render.mini import mini_html
from games.render.reader import reader_for
from games.render.tiles import of_game
from games.requests import moment, person
from games.rules.contract import Result
from games.rules.errors import RulesError, UnreadableSetting
from games.rules.messages import Message
from games.rules.registry import all_games
from games.services.clocks.pace import pace_of
from games.services.tables import challenges, lobby

MOST_MINIS = 12
"""The most thumbnails of tables on a page; further games show cards of their game."""

pictures: BoundedCache[SafeString] = BoundedCache(1024)
"""Cache of thumbnails, 3 KB each, by game, position, viewer and language."""


@dataclass(frozen=True, slots=True)
class Item:
    """A row of a list with its extra data."""

    row: Row
    mini: SafeString | str = ""
    pace: Message | None = None
    expected: Expectation | None = None


def pictured(rows: Sequence[Row]) -> list[Item]:
    """Rows with a thumbnail: of their table for the first ones, of their game for the rest. One query for those that are not cached."""
    keys = {row.game.pk: (row.game.pk, row.game.seq, row.mine.index if row.mine else None, get_language()) for row in rows[:MOST_MINIS]}
    known = {pk: found for pk, key in keys.items() if (found := pictures.get(key)) is not None}
    rules = {row.game.pk: row.game.rules for row in rows}
    for pk, mini in minis([row for row in rows[:MOST_MINIS] if row.game.pk not in known]).items():
        known[pk] = mini_html(mini.scene, mini.viewer, rules[pk])
        pictures.put(keys[pk], known[pk])
    return [Item(row, known.get(row.game.pk) or of_game(row.game.rules)) for row in rows]


def announced(rows: Sequence[Row]) -> list[Item]:
    """Rows of open tables, with their pace and expected length."""
    return [_announced(row) for row in rows]


def _announced(row: Row) -> Item:
    """One row; where its pace cannot be read, that is said instead, and the other games of the list are shown."""
    try:
        pace = pace_of(row.game)
    except UnreadableSetting as error:  # logged there
        return Item(row, pace=error.message)
    return Item(row, pace=pace.words(), expected=of_table(row.game, row.seats, pace.longest))


WATCHED = 6
"""The most tables shown to visitors on the home page."""


@page_view
def home(request: HttpRequest) -> HttpResponse:
    """The player's games by urgency; an introduction for visitors."""
    player = person(request)
    if player is None:
        return render(request, "games/welcome.html", _welcome())
    mine = lists.home(player)
    return page_cache.page(request, (mine, timezone.localdate()), lambda: _my_games(request, mine))


def _welcome() -> dict[str, Any]:
    watchable = pictured(lists.watched(None, WATCHED).rows())
    return {"games": list(all_games().values()), "watchable": watchable, "today": todays(), "first": quickest(), "reader": reader_for()}


def _my_games(request: HttpRequest, mine: lists.Home) -> HttpResponse:
    """The player's games: own turn, others' turn, not started, finished."""
    running, deputised = mine.running.rows(), mine.deputised.rows()
    live = pictured([*running, *deputised])
    context = {
        "asked": [item for item in live if item.row.my_turn],
        "others": [item for item in live if not item.row.my_turn],
        "tables": announced(mine.tables.rows()),
        "finished": [(row, _outcome(row)) for row in mine.finished.rows()],
        "today": todays(),
        "my_turns": sum(item.row.my_turn for item in live),
        "reader": reader_for(),
    }
    return render(request, "games/home.html", context)


def _outcome(row: lists.Row) -> str:
    """Who won a finished game, "" without a result."""
    if (stored := row.game.result) is None:
        return ""
    names = [seat.player.name if seat.player is not None else "—" for seat in row.seats]
    return headline(reader_for(names, you=row.mine.index if row.mine is not None else None), Result.load(stored))


@page_view
def lobby_page(request: HttpRequest) -> HttpResponse:
    """Tables with free seats, and public games to watch."""
    player = person(request)
    rules = request.GET.get("game", "")
    if rules and rules not in all_games():
        raise Http404("There is no such game.")
    last = number_of(request.GET.get("before", ""), digits=17)
    free, watched = lists.free_seats(player, rules, before=last), lists.watched(player, 20)
    return page_cache.page(request, (free, watched), lambda: _lobby(request, free.rows(), watched.rows(), rules))


def _lobby(request: HttpRequest, free: list[lists.Row], watched: list[lists.Row], rules: str) -> HttpResponse:
    context = {
        "open": announced(free),
        "older": free[-1].game.pk if len(free) == lists.PAGE else None,
        "watchable": pictured(watched),
        "games": list(all_games().values()),
        "chosen": rules,
        "reader": reader_for(),
    }
    return render(request, "games/lobby.html", context)


@form_view
def new_table(request: HttpRequest, key: str = "") -> HttpResponse:
    """Choose a game, then its table: seats, settings, pace, who may see it. The player `invite` is challenged to it."""
    player, invited = person(request), _invited(request)
    if player is not None and player.without_address and key and "with" in request.GET:
        return redirect("games:against-bots", key)
    if player is not None and player.without_address:
        text = _("To create a table, add your email address first. You do not need one for tables that you were invited to.")
        messages.info(request, text)
        return redirect("account_email")
    if not key:
        return render(request, "games/new.html", {"games": list(all_games().values()), "invited": invited, "reader": reader_for()})
    book = all_games().get(key)
    if book is None or player is None:
        raise Http404("There is no such game.")
    filled = {"initial": {"bots": (book.best_seats or book.seats)[0] - 1}} if "with" in request.GET else {}
    form = NewTable(request.POST or None, book=book, reader=reader_for(), invited=invited, **filled)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                game = _created(request, player, key, invited, form.settings())
                for _bot in range(form.cleaned_data["bots"]):
                    lobby.seat_bot(game, player, now=moment(request), level=form.cleaned_data["level"])
            except RulesError as error:
                form.add_error(None, sentence(error, reader_for()))
                status = status_of(error)
            else:
                return redirect(game)
    bots = number_of(str(form["bots"].value()), digits=2) or 0
    guesses = (expectation(book, seats, suggested_options(book, seats), bots=min(bots, seats - 1)) for seats in book.seats)
    context = {"form": form, "book": book, "invited": invited, "reader": reader_for(), "expected": [guess for guess in guesses if guess]}
    return render(request, "games/new_table.html", context, status=status)


def _invited(request: HttpRequest) -> Player | None:
    """The player named by the query parameter `invite`, None without it. Raises `Http404` for a name that nobody has."""
    name = request.GET.get("invite", "")
    if not name:
        return None
    player = profiles.active_player(name)
    if player is None:
        raise Http404("There is nobody of that name.")
    return player


def _created(request: HttpRequest, host: Player, rules: str, invited: Player | None, settings: dict[str, Any]) -> Game:
    """Create the table, and challenge the invited player if there is one."""
    if invited is None:
        return lobby.create(host, rules, now=moment(request), **settings)
    game = challenges.create_table(host, rules, invited, now=moment(request), **settings)
    messages.success(request, _("%(name)s has been invited.") % {"name": invited.name})
    return game
