"""The table page, its polling endpoint, and the redirect to the next game. Actions of players: `seat_actions`."""

import json
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from games.models import Game, Move
from games.pages.refusals import status_of
from games.pages.requests import number_of, page_view
from games.pages.tables import hints, page_cache, page_context, plain_text
from games.pages.tables.choices import choice_rows
from games.pages.tables.context import reader_at, table
from games.pages.tables.ended import ended
from games.pages.tables.plate import plate
from games.pages.tables.what_moved import marks
from games.queries.history.log import LogLine
from games.queries.process_cache import BoundedCache
from games.queries.tables.lists import has_played, next_code, waiting_count
from games.queries.tables.state_digest import state_digest_of
from games.queries.tables.table import Look
from games.render.picking import Picked, pick
from games.render.tabletop import Seated, Tabletop, tabletop
from games.render.words import said, text_on
from games.requests import person
from games.rulebooks import rules_page_of
from games.rules.errors import RulesError
from games.rules.messages import Reader

pulses: BoundedCache[str] = BoundedCache(2048)
"""Cache of the last pulse responses, so that most polls cost one small query."""

NEWS_SHOWN = 5
"""The most lines shown in the summary since the last visit."""


@page_view
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The table page, cached while nothing changes there."""
    return page_cache.page(request, state_digest_of(code, person(request)), lambda: _first_look(request, code))


def _first_look(request: HttpRequest, code: str) -> HttpResponse:
    """Render the table. For players it also stores how far they have read the log, which changes the cache mark."""
    look = table(request, code)
    page = table_page(request, look)
    page_context.note_visit(request, look)
    return page


def table_page(request: HttpRequest, look: Look, *, error: RulesError | None = None, typed: dict[str, str] | None = None) -> HttpResponse:
    """Render the table; with an error, the typed text is kept and the HTTP status is that of the refusal.

    A form of the text version gets the text version back.
    """
    if "plain" in request.POST:
        return plain_text.plain_page(request, look, error=error, typed=typed)
    reader, decision = reader_at(look), look.to_decide
    hint = hints.hint(look, reader) if "hint" in request.GET else None
    picked = pick(decision, hint.ids if hint is not None else request.GET.getlist("pick"))
    around = page_context.around(request, look, reader, error=error, typed=typed)
    context: dict[str, Any] = {**around, **_since_visit(request, look, around["log"])}
    if look.game.status == Game.Status.ACTIVE:
        rows = choice_rows(decision, picked, reader)
        context |= {
            "own": look.own is not None,
            "asked": decision is not None,
            "picked": picked,
            "rows": rows,
            "so_far": look.so_far,
            "card_text": text_on(look.asking_card, reader),
            "recap": said(look.scene.recap, reader) if look.scene is not None and look.scene.recap is not None else "",
            "hint": hint,
            "may_hint": hints.may_ask(look),
            "goal": _is_new_here(look, around["log"]) and not picked.ids,
            "plate": plate(decision, picked, rows, look.scene, reader),
            "show_from": _show_from(look, context["since"], around["log"]) if look.scene is not None else None,
            "tabletop": _tabletop(look, reader, picked, context["since_visit"]),
            "stream": settings.STREAM_URL if settings.STREAM_ELSEWHERE else urlsplit(settings.STREAM_URL).path,
            "pulse_headers": json.dumps({"If-None-Match": _pulse_tag(look, around["my_turns"])}),
        }
        return render(request, "games/playing.html", context, status=status_of(error) if error else 200)
    if look.mine is not None and not look.game.is_over:
        context["before"] = _seats_taken(look)
    if look.result is not None:
        context |= ended(look, reader, look.result)
    return render(request, "games/table.html", context, status=status_of(error) if error else 200)


def _tabletop(look: Look, reader: Reader, picked: Picked, news: list[LogLine]) -> Tabletop | None:
    if look.scene is None:
        return None
    answered = look.decision is not None and look.decision.given is not None
    asked = [seat for seat in look.game.waiting if not (answered and seat == look.viewer)]
    seated, fresh = Seated(len(look.seats), look.viewer, asked), marks(news, look.scene)
    rules_url = rules_page_of(look.game.rules, look.game.rules_version)
    return tabletop(look.scene, reader, seated, decision=look.to_decide, picked=picked, rules_url=rules_url, fresh=fresh)


def _since_visit(request: HttpRequest, look: Look, log: list[LogLine]) -> dict[str, Any]:
    """What is new since this player's last visit: the latest lines, and how many come before them on the page.

    These are the lines of others and of standing orders, and the player's own moves that had consequences; no lines of routine events.

    The page is loaded anew when something is picked without JavaScript and when something happened; `since` carries what was new
    before that, down to this player's last move.
    """
    if look.own is None or not look.own.seen_seq:
        return {"since_visit": [], "since_more": 0, "since": 0}
    given = number_of(request.GET.get("since", ""), digits=8)
    since = look.own.seen_seq
    if given is not None:
        mine = (line.seq for line in reversed(log) if _by_hand(line, look.own.index))
        since = min(max(given, next(mine, 0)), since)
    fresh = [line for line in log if line.seq >= since and is_news(line, look.own.index, look.game.book.routine)]
    return {"since_visit": fresh[-NEWS_SHOWN:], "since_more": len(fresh[:-NEWS_SHOWN]), "since": since}


def _is_new_here(look: Look, log: list[LogLine]) -> bool:
    """Whether a guest, or a player against bots, is asked in a first game of these rules and has not moved yet."""
    if look.own is None or (player := look.own.player) is None or look.decision is None or look.decision.given is not None:
        return False
    if not (player.without_address or hints.may_ask(look)) or any(_by_hand(line, look.own.index) for line in log):
        return False
    return not has_played(player, look.game)


def _by_hand(line: LogLine, seat: int) -> bool:
    """Whether the player of the seat did this personally; moves of standing orders count as news."""
    return line.seat == seat and line.source != Move.Source.ORDER


def is_news(line: LogLine, seat: int, routine: Collection[str]) -> bool:
    """Whether the player of the seat should read this: own moves say more than their first sentence if something followed."""
    if _by_hand(line, seat) and len(line.sentences) < 2:
        return False
    return bool(line.story) or not line.events or any(event["kind"] not in routine for event in line.events)


def _show_from(look: Look, since: int, log: list[LogLine]) -> int | None:
    """The line at which playback starts: the first new one, else the one after this player's last move, else the latest."""
    if not log:
        return None
    news = [line.seq for line in log if line.seq >= since] if since else []
    own = max((line.seq for line in log if look.mine is not None and _by_hand(line, look.mine.index)), default=None)
    later = [line.seq for line in log if own is not None and line.seq >= own]
    return min(news or later[-NEWS_SHOWN:] or [line.seq for line in log][-NEWS_SHOWN:])


@page_view
def pulse(request: HttpRequest, code: str) -> HttpResponse:
    """Polling endpoint of open table pages: 304 while nothing has changed for this viewer.

    A page that waits for players sends `before`, and is loaded again when somebody takes or leaves a seat, or the game starts.
    """
    if (before := request.GET.get("before")) is not None:
        return HttpResponse(status=204, headers={} if before == _seats_taken(table(request, code)) else {"HX-Refresh": "true"})
    player = person(request)
    mark = state_digest_of(code, player)
    if (tag := pulses.get(key := (mark, player and player.pk))) is not None and request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag})
    look = table(request, code)
    my_turns = waiting_count(player) if player is not None else 0
    tag = _pulse_tag(look, my_turns)
    if mark is not None:
        pulses.put(key, tag)
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag})
    known = request.GET.get("seq", "")
    context = {"game": look.game, "moved": known != str(look.game.seq), "my_turns": my_turns, "reader": reader_at(look)}
    response = render(request, "games/_pulse.html", context)
    response["ETag"] = tag
    return response


def _seats_taken(look: Look) -> str:
    """The state of a table that waits for players, as its page sends it."""
    return "".join([look.game.status, *("x" if seat.player_id else "-" for seat in look.seats)])


def _pulse_tag(look: Look, my_turns: int) -> str:
    """The state that a page polls for: the position of the table, and the number of games with a turn. The page sends its own."""
    return f'"{look.game.seq}.{look.game.status}.{look.mine.nth if look.mine else ""}.{my_turns}"'


@login_required
@require_safe
def mine(request: HttpRequest, code: str, page: str = "table") -> HttpResponse:
    """Link target of mails: the table for signed-in players; others are sent to the sign-in page first."""
    return redirect(f"games:{page}", code=code)


@login_required
@require_GET
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirect to the game with the most urgent turn, or to the list of games."""
    player = person(request)
    code = next_code(player, request.GET.get("after", "")) if player else None
    if code is None:
        messages.info(request, _("No game is waiting for you."))
        return redirect("games:home")
    return redirect("games:plain" if "plain" in request.GET else "games:table", code=code)
