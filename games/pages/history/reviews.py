"""The review of a finished game: request, progress, result."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString

from games.models import Game, Review
from games.pages.refusals import sentence, status_of
from games.pages.requests import page_view, post_view, signed_in
from games.pages.tables.context import at_table, reader_at, table
from games.pages.tables.ended import headline
from games.queries.history.review import Turn, summary
from games.queries.tables.table import Look
from games.render import card_face
from games.render.mini import mini_html
from games.requests import moment
from games.rules.errors import RulesError
from games.rules.messages import Reader, Who, msg
from games.rules.scene import Card
from games.services.history import reviews


@page_view
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The three turning points with the given and the better answer, and a summary of all decisions."""
    look = table(request, code)
    if look.game.status != Game.Status.FINISHED or not look.game.position:
        raise Http404("This game is not over.")
    review = Review.objects.filter(game=look.game).first()
    reader = reader_at(look)
    found = summary(look.game, review, look.names) if review is not None and review.done else None
    context: dict[str, Any] = {
        **at_table(look, reader),
        "headline": headline(reader, look.result) if look.result is not None else "",
        "review": review,
        "told": found,
        "turns": [_shown(look, turn, reader) for turn in found.turns] if found is not None else [],
        "mine": look.mine is not None,
        "index": look.mine.index if look.mine is not None else None,
    }
    return render(request, "games/review.html", context)


def _shown(look: Look, turn: Turn, reader: Reader) -> dict[str, Any]:
    """The context of a turning point: its table and the cards of both answers."""
    return {
        "turn": turn,
        "whose": msg("{who:{who}’s|Your} decision", who=Who(turn.seat)),
        "table": mini_html(turn.scene, turn.seat, look.game.rules),
        "given_cards": _faces(turn.given_cards, reader),
        "best_cards": _faces(turn.best_cards, reader),
    }


def _faces(cards: Sequence[Card], reader: Reader) -> SafeString:
    return SafeString("".join(f'<li class="{card_face.classes(card)}">{card_face.face(card, reader)}</li>' for card in cards))


@post_view
def ask(request: HttpRequest, code: str) -> HttpResponse:
    look = table(request, code)
    try:
        reviews.ask(look.game, signed_in(request), now=moment(request))
    except RulesError as error:
        return HttpResponse(sentence(error, reader_at(look)), status=status_of(error), content_type="text/plain; charset=utf-8")
    return redirect("games:review", code=code)
