"""The table page, and everything a seat can do there."""

from __future__ import annotations

import json
from typing import Any, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from games.mails.reply_lines import told
from games.models import Game, Move, Player
from games.pages.refusals import status_of
from games.pages.rules.rulebooks import page_of
from games.pages.tables import confirmation, frame, hints, page_cache, plain_text, posted_answers
from games.pages.tables.choices import choice_rows
from games.pages.tables.context import moment, not_stored, person, reader, reader_at, table
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
from games.rules.messages import Reader, msg
from games.services.errors import Closed, NotYours
from games.services.replies import What, act, is_one_answer
from games.services.tables import answers as play
from games.services.tables import leaving, seat_notes, store, talk, undo

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
    words, decision = reader_at(look), look.decision
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
    return tabletop(look.scene, words, seated, decision=look.decision, picked=picked, rules_url=_rules(look), fresh=fresh)


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


@login_required
@require_POST
@not_stored
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the open question. A refusal shows the table again with the reason and everything that was typed."""
    game_id, seat, game = _chair(request, code)
    story = request.POST.get("story", "")
    text = posted_answers.text_of(lambda: table(request, code).decision, request.POST)
    if request.POST.get("text", "").strip() and not is_one_answer(text):
        return _by_text(request, code, text, story)
    try:
        shown = confirmation.page(request, table(request, code), _nth(request), text, story) if confirmation.wanted(request) else None
        if shown is not None:
            return shown
        outcome = play.answer(
            game_id,
            seat,
            _nth(request),
            text,
            source=Move.Source.FORM,
            now=moment(request),
            player_id=_me(request),
            story=story,
            reader=reader(),
            game=game,
            here=True,
        )
    except RulesError as error:
        return table_page(request, table(request, code), error=error, typed={"text": request.POST.get("text", ""), "story": story})
    if not outcome.final:
        messages.success(request, _("Your answer is kept sealed. You may change it until everybody has answered."))
    return redirect(_after(request, code, over=outcome.over))


def _chair(request: HttpRequest, code: str) -> tuple[int, int, store.RunningGame | None]:
    """The game and the seat a form speaks for, with the game as it was read. Raises Http404 for what one may not know of.

    The table itself is looked at only by those who have no seat there, and by whoever has to be shown a refusal.
    """
    try:
        game = store.read_game(code=code)
    except Closed as error:
        raise Http404(str(error)) from error
    seat = game.chair(_me(request))
    if seat is None:
        look = table(request, code)
        return look.game.pk, _seat(look), None
    request.moment = game.moment  # type: ignore[attr-defined]
    return game.id, seat, game


def _by_text(request: HttpRequest, code: str, text: str, story: str) -> HttpResponse:
    """What was typed says more than one answer: it is read like a mail, line by line, up to the first refusal."""
    heard = act(
        text, code=code, player=cast(Player, request.user), nth=_nth(request), source=Move.Source.FORM, now=moment(request),
        story=story,
    )  # fmt: skip
    for one in heard:
        if one.error is not None:
            return table_page(request, table(request, code), error=one.error, typed={"text": text, "story": story})
        if one.what not in (What.PLAYED, What.SHOW, What.ASK_RESIGN):
            messages.info(request, f"{one.line}: {told(one)}")
    if any(one.what is What.ASK_RESIGN for one in heard):
        return redirect("games:resign", code=code)
    return redirect(_after(request, code, over=Game.objects.get(code=code).is_over))


def _me(request: HttpRequest) -> int:
    """Who acts; 0 for nobody, which no seat belongs to."""
    player = person(request)
    return player.pk if player is not None else 0


def _seat(look: Look) -> int:
    """The seat a form speaks for; a spectator has none, which the service refuses in its own words."""
    return look.mine.index if look.mine is not None else -1


def _nth(request: HttpRequest) -> int:
    """The question a form answers. A form without it is as good as an old one."""
    nth = request.POST.get("nth", "")
    return int(nth) if nth.isascii() and nth.isdecimal() and len(nth) < 9 else -1


def _after(request: HttpRequest, code: str, *, over: bool) -> str:
    """Where to go after a move: to the next game that waits, if wished, else back to this table as it was looked at."""
    if "then_next" in request.POST and not over:
        return reverse("games:next") + ("?plain=1" if "plain" in request.POST else "")
    return reverse("games:plain" if "plain" in request.POST else "games:table", args=[code])


@login_required
@require_POST
@not_stored
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Take back the last answer of a turn that is not over."""
    look = table(request, code)
    try:
        undo.take_back(look.game.pk, _seat(look), _nth(request), source=Move.Source.FORM, now=moment(request), player_id=_me(request))
    except RulesError as error:
        return table_page(request, table(request, code), error=error)
    return redirect(look.game)


@login_required
@require_POST
@not_stored
def note(request: HttpRequest, code: str) -> HttpResponse:
    """Keep notes to self."""
    look = table(request, code)
    if look.mine is None or look.deputy:
        return table_page(request, look, error=NotYours(msg("Only those who sit at the table keep notes here.")))
    seat_notes.keep_note(look.mine, request.POST.get("note", ""))
    messages.success(request, _("Your note is kept. Only you can read it."))
    return redirect(look.game)


@login_required
@require_POST
@not_stored
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Say something to everybody at the table."""
    look = table(request, code)
    text = request.POST.get("say", "")
    try:
        talk.say(look.game.pk, _seat(look), text, source=Move.Source.FORM, now=moment(request), player_id=_me(request))
    except RulesError as error:
        return table_page(request, table(request, code), error=error, typed={"say": text})
    return redirect(_after(request, code, over=False) + ("" if "plain" in request.POST else "#talk"))


@login_required
@not_stored
def resign(request: HttpRequest, code: str) -> HttpResponse:
    """GET asks whoever plays here whether they are sure, POST resigns. There is no such question for anybody else."""
    look = table(request, code)
    if request.method != "POST":
        if look.mine is None or look.deputy:
            raise Http404("Only those who play here can resign.")
        if not look.may_resign:
            return redirect(look.game)
        return render(request, "games/resign.html", {"look": look, "game": look.game, "reader": reader_at(look)})
    try:
        leaving.resign(look.game.pk, _seat(look), source=Move.Source.FORM, now=moment(request), player_id=_me(request))
    except RulesError as error:
        return table_page(request, table(request, code), error=error)
    messages.success(request, _("You have resigned."))
    return redirect(look.game)


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
    """Where mails lead to: the table for those signed in; the others sign in first, and do not find a locked door or only watch."""
    return redirect(f"games:{page}", code=code)


@login_required
@require_GET
def next_game(request: HttpRequest) -> HttpResponse:
    """The game that waits for me most urgently, or my games."""
    player = person(request)
    code = next_code(player, request.GET.get("after", "")) if player else None
    if code is None:
        messages.info(request, _("Nothing waits for you. Enjoy the day."))
        return redirect("games:home")
    return redirect("games:plain" if "plain" in request.GET else "games:table", code=code)
