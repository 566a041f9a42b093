"""The page behind the link in a turn mail: one question of one person, answered without signing in.

GET and HEAD show, POST acts. The link is worth nothing once the question is closed, and never shows another one.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.mails.links import ANSWER
from games.models import Move, Player
from games.pages.refusals import sentence, status_of
from games.pages.tables import posted_answers
from games.pages.tables.context import moment, not_stored, reader
from games.queries.tables.table import Look, NoSuchTable, look_at
from games.render.html import scene_html
from games.rules.errors import RulesError
from games.services.tables import answers as play
from notifications.links import BadLink


@never_cache
@not_stored
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, token: str) -> HttpResponse:
    """Show the question with the chosen option marked, or answer it."""
    try:
        facts = ANSWER.read(token)
        player = Player.objects.get(pk=facts["player"], is_active=True)
        look = look_at(facts["game"], player)
    except (BadLink, Player.DoesNotExist, NoSuchTable):
        reason = _("This link does not belong to an open question any more.")
        return render(request, "notifications/bad_link.html", {"reason": reason}, status=404)
    if request.method == "POST":
        return _act(request, look, player, facts["nth"])
    return _page(request, look, facts["nth"], chosen=request.GET.get("choice", ""))


def _act(request: HttpRequest, look: Look, player: Player, nth: int) -> HttpResponse:
    text, story = posted_answers.text_of(lambda: look.decision, request.POST), request.POST.get("story", "")
    index = look.mine.index if look.mine else -1
    try:
        outcome = play.answer(
            look.game.pk, index, nth, text, source=Move.Source.MAIL, now=moment(request), player_id=player.pk, story=story,
            reader=reader(look.names),
        )  # fmt: skip
    except RulesError as error:
        return _page(request, look_at(look.game.code, player), nth, chosen="", error=error)
    return render(request, "games/answered.html", {"game": look.game, "final": outcome.final, "over": outcome.over})


def _page(request: HttpRequest, look: Look, nth: int, *, chosen: str, error: RulesError | None = None) -> HttpResponse:
    words = reader(look.names)
    is_open = look.mine is not None and look.mine.nth == nth and look.decision is not None
    options = list(look.decision.options) if is_open and look.decision else []
    number = int(chosen) if chosen.isascii() and chosen.isdecimal() and len(chosen) < 5 else 0
    context: dict[str, Any] = {
        "game": look.game,
        "reader": words,
        "decision": look.decision if is_open else None,
        "chosen": options[number - 1].token if 0 < number <= len(options) else "",
        "scene": scene_html(look.scene, words) if is_open and look.scene else "",
        "error": sentence(error, words) if error else "",
        "longest_story": play.LONGEST_STORY,
    }
    return render(request, "games/answer_link.html", context, status=status_of(error) if error else 200)
