"""The confirmation of a move, for players who turned it on in their settings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.pages.tables.context import reader_at
from games.queries.tables.table import Look
from games.render.words import answer_words, said
from games.requests import person
from games.rules.contract import Decision
from games.rules.messages import Reader


def wanted(request: HttpRequest) -> bool:
    player = person(request)
    return player is not None and player.confirms and "sure" not in request.POST


def page(request: HttpRequest, look: Look, nth: int, text: str, story: str) -> HttpResponse | None:
    """The move and its outcome, if the rules know it; None for an outdated page, which the service refuses.

    Raises RulesError if the answer is not legal.
    """
    decision, session, reader = look.decision, look.session, reader_at(look)
    if decision is None or session is None or look.mine is None or look.mine.nth != nth:
        return None
    answer = session.read(decision.seat, text)
    context = {
        "game": look.game,
        "nth": nth,
        "answer": answer,
        "answer_words": answer_words(decision, answer, reader),
        "outcomes": _outcomes(decision, answer, reader),
        "prompt": said(decision.prompt, reader),
        "story": story,
        "then_next": "then_next" in request.POST,
        "plain": "plain" in request.POST,
    }
    return render(request, "games/confirm.html", context)


def _outcomes(decision: Decision, answer: str, reader: Reader) -> list[str]:
    tokens = answer.split()
    return [said(option.outcome, reader) for option in decision.options if option.outcome is not None and option.token in tokens]
