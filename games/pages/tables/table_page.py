"""The table page, what open pages of it ask for, and the way to the next game. What players do there: `seat_actions`."""

from __future__ import annotations

import json
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
from games.pages.rules.rulebooks import page_of
from games.pages.tables import frame, hints, page_cache, plain_text
from games.pages.tables.choices import choice_rows
from games.pages.tables.context import not_stored, person, reader_at, table
from games.pages.tables.ended import ended
from games.pages.tables.plate import plate
from games.pages.tables.what_moved import marks
from games.queries.history.log import LogLine
from games.queries.process_cache import BoundedCache
from games.queries.tables.lists import next_code, waiting_count
from games.queries.tables.state_digest import state_digest_of
from games.queries.tables.table import Look
from games.render.picking import Picked, pick
from games.render.tabletop import Seated, Tabletop, tabletop
from games.rules.errors import RulesError
from games.rules.messages import Reader

pulses: BoundedCache[str] = BoundedCache(2048)
"""What waiting pages were last told, so that most of their questions cost one small query."""

NEWS_SHOWN = 5
"""Lines above the table that say what happened since the last visit."""


@require_safe
@not_stored
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The table, kept while nothing changes there."""
    return page_cache.page(request, state_digest_of(code, person(request)), lambda: _first_look(request, code))


def _first_look(request: HttpRequest, code: str) -> HttpResponse:
    """The table as it is written. For its players it also remembers how far they have read the log, so that the next mark is another."""
    look = table(request, code)
    page = table_page(request, look)
    frame.note_visit(request, look)
    return page


def table_page(request: HttpRequest, look: Look, *, error: RulesError | None = None, typed: dict[str, str] | None = None) -> HttpResponse:
    """Render the table; with an error, what was typed is kept and the status says that nothing changed.

    A form of the page in plain words gets that page back.
    """
    if "plain" in request.POST:
        return plain_text.plain_page(request, look, error=error, typed=typed)
    words, decision = reader_at(look), look.to_decide
    hint = hints.hint(look, words) if "hint" in request.GET else None
    picked = pick(decision, hint.ids if hint is not None else request.GET.getlist("pick"))
    around = frame.around(request, look, words, error=error, typed=typed)
    context: dict[str, Any] = {**around, **_since_visit(request, look, around["log"])}
    if look.game.status == Game.Status.ACTIVE:
        rows = choice_rows(decision, picked, words)
        context |= {
            "own": look.mine is not None and not look.deputy,
            "asked": decision is not None,
            "picked": picked,
            "rows": rows,
            "so_far": look.so_far,
            "hint": hint,
            "may_hint": hints.may_ask(look),
            "goal": _is_new_here(look, around["log"]) and not picked.ids,
            "plate": plate(decision, picked, rows, look.scene, words),
            "show_from": _show_from(look, context["since"], around["log"]) if look.scene is not None else None,
            "tabletop": _tabletop(look, words, picked, context["since_visit"]),
            "stream": settings.STREAM_URL if settings.STREAM_ELSEWHERE else urlsplit(settings.STREAM_URL).path,
            "pulse_headers": json.dumps({"If-None-Match": _pulse_tag(look, around["my_turns"])}),
        }
        return render(request, "games/playing.html", context, status=status_of(error) if error else 200)
    if look.result is not None:
        context |= ended(look, words, look.result)
    return render(request, "games/table.html", context, status=status_of(error) if error else 200)


def _tabletop(look: Look, words: Reader, picked: Picked, news: list[LogLine]) -> Tabletop | None:
    if look.scene is None:
        return None
    seated, fresh = Seated(len(look.seats), look.viewer, look.game.waiting), marks(news, look.scene)
    return tabletop(look.scene, words, seated, decision=look.to_decide, picked=picked, rules_url=_rules(look), fresh=fresh)


def _rules(look: Look) -> str:
    return page_of(look.game.rules, look.game.rules_version)


def _since_visit(request: HttpRequest, look: Look, log: list[LogLine]) -> dict[str, Any]:
    """What others and standing orders did since this person last looked: the latest few lines, and how many come before them on the page.

    Picking without a script asks for the page again; `since` says what was new before that.
    """
    if look.mine is None or look.deputy or not look.mine.seen_seq:
        return {"since_visit": [], "since_more": 0, "since": 0}
    given = request.GET.get("since", "")
    since = min(int(given), look.mine.seen_seq) if given.isascii() and given.isdecimal() and len(given) < 9 else look.mine.seen_seq
    fresh = [line for line in log if line.seq >= since and not _by_hand(line, look.mine.index)]
    return {"since_visit": fresh[-NEWS_SHOWN:], "since_more": len(fresh[:-NEWS_SHOWN]), "since": since}


def _is_new_here(look: Look, log: list[LogLine]) -> bool:
    """A guest against bots who has not answered yet: whoever came by “Play against bots” may have read nothing about the game."""
    if look.mine is None or look.mine.player is None or not look.mine.player.without_address or not hints.may_ask(look):
        return False
    return not any(_by_hand(line, look.mine.index) for line in log)


def _by_hand(line: LogLine, seat: int) -> bool:
    """Something that whoever sits there did themselves; what their orders have played meanwhile is news to them."""
    return line.seat == seat and line.source != Move.Source.ORDER


def _show_from(look: Look, since: int, log: list[LogLine]) -> int | None:
    """The line from which the table shows what happened: the first new one, else what follows this person's last move, else the latest."""
    if not log:
        return None
    news = [line.seq for line in log if line.seq >= since] if since else []
    own = max((line.seq for line in log if look.mine is not None and _by_hand(line, look.mine.index)), default=None)
    later = [line.seq for line in log if own is not None and line.seq >= own]
    return min(news or later[-NEWS_SHOWN:] or [line.seq for line in log][-NEWS_SHOWN:])


@require_safe
@not_stored
def pulse(request: HttpRequest, code: str) -> HttpResponse:
    """How far the table is, for pages that look whether somebody has moved: 304 while nothing changed for this viewer."""
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


def _pulse_tag(look: Look, my_turns: int) -> str:
    """What a page shows of the world outside: how far the table is, and how many games wait. The page sends its own along."""
    return f'"{look.game.seq}.{look.game.status}.{look.mine.nth if look.mine else ""}.{my_turns}"'


@login_required
@require_safe
def mine(request: HttpRequest, code: str, page: str = "table") -> HttpResponse:
    """Where mails lead to: the table for those signed in; the others sign in first, and neither get an error nor only watch."""
    return redirect(f"games:{page}", code=code)


@login_required
@require_GET
def next_game(request: HttpRequest) -> HttpResponse:
    """The game that waits for me most urgently, or my games."""
    player = person(request)
    code = next_code(player, request.GET.get("after", "")) if player else None
    if code is None:
        messages.info(request, _("No game is waiting for you."))
        return redirect("games:home")
    return redirect("games:plain" if "plain" in request.GET else "games:table", code=code)
