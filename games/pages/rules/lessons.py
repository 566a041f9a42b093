"""Guided first games: the list, and one lesson played on a table page. No account is needed.

Progress is a cookie with the answers given so far; they are replayed for each page. The server stores nothing.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.pages.refusals import sentence
from games.pages.requests import not_stored, page_view, set_cookie
from games.pages.tables import posted_answers
from games.pages.tables.choices import choice_rows
from games.pages.tables.ended import accounts_of, headline
from games.pages.tables.plate import plate
from games.render.picking import handles, pick
from games.render.reader import reader_for
from games.render.tabletop import Seated, Tabletop, tabletop
from games.render.words import said
from games.requests import person
from games.rules.errors import RulesError
from games.rules.game import Game
from games.rules.lesson import LEARNER, OTHERS
from games.rules.lesson_walk import Walk, Wrong, farthest
from games.rules.messages import Reader
from games.rules.registry import all_games

KEPT_FOR = 90 * 24 * 3600
"""Lifetime of the progress cookie in seconds."""
LONGEST_COOKIE = 3_000


@page_view
def index(request: HttpRequest) -> HttpResponse:
    """Every game that has a lesson, with the progress."""
    lessons = [
        {"book": book, "steps": len(book.lesson.steps), "done": len(_answers(request, key)), "intro": book.lesson.intro}
        for key, book in all_games().items()
        if book.lesson is not None
    ]
    return render(request, "games/learn.html", {"lessons": lessons, "reader": reader_for()})


@page_view
def show(request: HttpRequest, key: str) -> HttpResponse:
    """The current step of the lesson."""
    book = _book(key)
    return _page(request, farthest(book, _answers(request, key)))


@require_POST
@not_stored
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """Answer one step; a refusal by the rules or the lesson shows the same step again with the reason."""
    walk = farthest(_book(key), _answers(request, key))
    if request.POST.get("step", "") != str(len(walk.answers)):
        return redirect("games:lesson", key)  # sent twice, or from an outdated page
    reader = reader_for(_names(request, walk.lesson.seats))
    try:
        walk.answer(posted_answers.text_of(lambda: walk.decision, request.POST))
    except Wrong as wrong:
        return _page(request, walk, why=said(wrong.why, reader))
    except RulesError as error:
        return _page(request, walk, why=sentence(error, reader), rule=error.rule)
    return _kept(redirect("games:lesson", key), key, walk.answers)


@require_POST
@not_stored
def back(request: HttpRequest, key: str) -> HttpResponse:
    """Go one step back, or to the beginning."""
    book = _book(key)
    answers = farthest(book, _answers(request, key)).answers
    return _kept(redirect("games:lesson", key), key, [] if "restart" in request.POST else answers[:-1])


def quickest() -> str:
    """The key of the game with the shortest lesson, offered to new visitors first."""
    lessons = {key: book.lesson for key, book in all_games().items() if book.lesson is not None}
    return min(lessons, key=lambda key: sum(len(step.say.text.split()) for step in lessons[key].steps), default="")


def _book(key: str) -> Game[Any]:
    book = all_games().get(key)
    if book is None or book.lesson is None:
        raise Http404("There is no such lesson.")
    return book


def _page(request: HttpRequest, walk: Walk, *, why: str = "", rule: str = "") -> HttpResponse:
    names = _names(request, walk.lesson.seats)
    reader, key = replace(reader_for(names), you=LEARNER), walk.game.key
    news = [said(walk.game.tell(event.seen_by(LEARNER)), reader) for event in walk.news]
    context: dict[str, Any] = {
        "book": walk.game,
        "lesson": walk.lesson,
        "reader": reader,
        "here": reverse("games:lesson", args=[key]),
        "done": len(walk.answers),
        "number": len(walk.answers) + 1,
        "steps": len(walk.lesson.steps),
        "news": news,
        "latest": " ".join(news[walk.latest :]),
        "others": [book for book in all_games().values() if book.lesson is not None and book is not walk.game],
    }
    if walk.step is None:
        return render(request, "games/lesson_end.html", context | _ending(walk, names, reader))
    decision = walk.decision
    shown_first = not walk.answers and not why and "pick" not in request.GET
    picked = pick(decision, _of_the_first_step(walk) if shown_first else request.GET.getlist("pick"))
    rows = choice_rows(decision, picked, reader)
    view = walk.session.view(LEARNER)
    scene = walk.game.shown(view, decision)
    seated = Seated(walk.lesson.seats, LEARNER, walk.session.waiting_for)
    drawn = tabletop(scene, reader, seated, decision=decision, picked=picked, rules_url=reverse("games:rulebook", args=[key]))
    context |= {
        "step": walk.step,
        "say": said(walk.step.say, reader),
        "why": why,
        "why_rule": rule,
        "decision": decision,
        "picked": picked,
        "rows": rows,
        "shown_first": shown_first and bool(picked.tokens),
        "plate": plate(decision, picked, rows, scene, reader),
        "tabletop": _lit(drawn, walk.step.look),
    }
    return render(request, "games/lesson.html", context, status=422 if why else 200)


def _of_the_first_step(walk: Walk) -> list[str]:
    """The picks for the first move of a lesson, which is preselected so that the learner only has to press Play."""
    decision, step = walk.decision, walk.step
    right = step.right[0].split() if step is not None and step.right else []
    return [id_ for option in (decision.options if decision else ()) if option.token in right for id_ in handles(option)]


def _ending(walk: Walk, names: list[str], reader: Reader) -> dict[str, Any]:
    """The result of the game, if it was played to its end."""
    result = walk.session.result
    if result is None:
        return {}
    parts = tuple(walk.game.breakdown(walk.session.view(LEARNER)))
    return {
        "headline": headline(reader, result),
        "reason": walk.game.reason(result),
        "accounts": list(accounts_of(names, LEARNER, reader, result, parts)),
    }


def _names(request: HttpRequest, seats: int) -> list[str]:
    """The names at the table: the learner's own name, or "Guest", and those of the scripted players."""
    player = person(request)
    return [player.name if player is not None else _("Guest"), *OTHERS[: seats - 1]]


def _lit(drawn: Tabletop, look: tuple[str, ...]) -> Tabletop:
    """The same scene with the objects of the step highlighted."""

    def marked(html: SafeString) -> SafeString:
        text = str(html)
        for id_ in look:
            for mark in (f' data-id="{id_}"', f' id="{id_}"'):
                text = text.replace(mark, f"{mark} data-look")
        return SafeString(text)

    return Tabletop(marked(drawn.hand), marked(drawn.cloth), drawn.counters, drawn.notes, drawn.crowd)


def _cookie(key: str) -> str:
    return f"lesson-{key}"


def _answers(request: HttpRequest, key: str) -> list[str]:
    """The answers given so far; none for an invalid cookie. The rules check each of them again."""
    try:
        found = json.loads(urlsafe_b64decode(request.COOKIES.get(_cookie(key), "")[:LONGEST_COOKIE]))
    except ValueError:
        return []
    return [text for text in found if isinstance(text, str)] if isinstance(found, list) else []


def _kept(response: HttpResponse, key: str, answers: list[str]) -> HttpResponse:
    value = urlsafe_b64encode(json.dumps(answers).encode()).decode()
    set_cookie(response, _cookie(key), value, seconds=KEPT_FOR, path=reverse("games:learn"))
    return response
