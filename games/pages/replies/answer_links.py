"""The page that the link in a turn mail opens: one turn of one player, answered without signing in.

GET and HEAD show, POST acts. The link covers every decision of its turn, and undo. Once another player has
acted, it shows the result of the turn and asks no further question.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.mails.table_words import ANSWER
from games.models import Move, Player
from games.pages.refusals import sentence, status_of
from games.pages.requests import number_of, open_form_view
from games.pages.tables import posted_answers
from games.pages.tables.choices import choice_rows
from games.pages.tables.context import at_table, reader_at
from games.queries.history.log import LogLine
from games.queries.history.own_turn import OwnTurn, own_turn
from games.queries.tables.table import Look, NoSuchTable, look_at, reason_of
from games.render.html import scene_html
from games.render.picking import Picked
from games.render.words import said, text_on
from games.requests import moment
from games.rules.contract import Decision
from games.rules.errors import RulesError
from games.services.tables import answers as play, undo
from notifications.links import BadLink

MOST_LINES = 12


@dataclass
class Visit:
    """The table as seen through the link of one decision."""

    player: Player
    look: Look
    nth: int

    @cached_property
    def turn(self) -> OwnTurn:
        """The turn that the link's decision belongs to."""
        return own_turn(self.look.game, self.look.mine.index, self.nth) if self.look.mine is not None else OwnTurn()

    @property
    def decision(self) -> Decision | None:
        """The decision that can be answered here: the link's own, or a further one of the same turn."""
        mine = self.look.mine
        if mine is None or not (mine.nth == self.nth or (mine.nth > self.nth and self.turn.goes_on)):
            return None
        return self.look.decision

    @property
    def came_of_it(self) -> list[LogLine]:
        """The moves of the turn and what others did after it; later turns have their own links."""
        begun = self.turn.begun
        return self.look.log(after=begun)[:MOST_LINES] if begun is not None and self.turn.latest else []


@open_form_view
def answer(request: HttpRequest, token: str) -> HttpResponse:
    """Show the decision with the chosen option marked, answer it, or undo the last answer."""
    try:
        facts = ANSWER.read(token)
        player = Player.objects.get(pk=facts["player"], is_active=True)
        visit = Visit(player, look_at(facts["game"], player), facts["nth"])
    except (BadLink, Player.DoesNotExist, NoSuchTable):
        reason = _("This link is no longer valid: the question has been answered.")
        return render(request, "notifications/bad_link.html", {"reason": reason}, status=404)
    if request.method != "POST":
        return _page(request, visit, chosen=request.GET.get("choice", ""))
    try:
        _act(request, visit)
    except RulesError as error:
        return _page(request, Visit(player, look_at(visit.look.game.code, player), visit.nth), error=error)
    return redirect(request.path)


def _act(request: HttpRequest, visit: Visit) -> None:
    look, index, now = visit.look, visit.look.mine.index if visit.look.mine else -1, moment(request)
    open_nth = look.mine.nth if look.mine is not None and visit.decision is not None else visit.nth
    if "undo" in request.POST:
        undo.take_back(look.game.pk, index, open_nth, source=Move.Source.MAIL, now=now, player_id=visit.player.pk)
        return
    text, story = posted_answers.text_of(lambda: visit.decision, request.POST), request.POST.get("story", "")
    asked = request.POST.get("nth", "")
    nth = open_nth if asked == str(open_nth) else visit.nth
    play.answer(
        look.game.pk, index, nth, text, source=Move.Source.MAIL, now=now, player_id=visit.player.pk, story=story,
        reader=reader_at(look), on_page=True,
    )  # fmt: skip


def _page(request: HttpRequest, visit: Visit, *, chosen: str = "", error: RulesError | None = None) -> HttpResponse:
    look, decision, reader = visit.look, visit.decision, reader_at(visit.look)
    options = list(decision.options) if decision is not None else []
    number = number_of(chosen, digits=4) or 0
    option = options[number - 1] if 0 < number <= len(options) and look.mine and look.mine.nth == visit.nth else None
    shown = look.scene is not None and (decision is not None or (visit.turn.begun is not None and visit.turn.latest))
    context: dict[str, Any] = {
        **at_table(look, reader),
        "decision": decision,
        "card_text": text_on(look.asking_card, reader) if decision is not None else "",
        "chosen": option.token if option is not None else "",
        "option": option,
        "rows": choice_rows(decision, Picked(tokens=(option.token,)) if option is not None else Picked(), reader),
        "given": decision is not None and decision.given is not None,
        "told": [" ".join(said(one, reader) for one in line.sentences) for line in visit.came_of_it if line.sentences],
        "may_undo": decision is not None and look.may_undo and visit.turn.begun is not None,
        "answered": visit.turn.begun is not None,
        "result": look.result if visit.turn.latest else None,
        "reason": said(reason_of(look, look.result), reader) if look.result is not None and visit.turn.latest else "",
        "waiting": [look.names[seat.index] for seat in look.waiting_for if seat != look.mine],
        "asked_anew": decision is None and look.mine is not None and look.mine.pending,
        "scene": scene_html(look.scene, reader, texts=True) if shown and look.scene is not None else "",
        "error": sentence(error, reader) if error else "",
        "longest_story": play.LONGEST_STORY,
        "at_home": request.user.is_authenticated and request.user.pk == visit.player.pk,
    }
    return render(request, "games/answer_link.html", context, status=status_of(error) if error else 200)
