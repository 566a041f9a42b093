"""The decisions of a game that people made themselves, with the position before each."""

from collections.abc import Iterator
from typing import Any

from games.models import Game, Move
from games.queries.history.replay import opening, replay
from games.rules.contract import Position
from games.rules.errors import RulesError
from games.rules.game import Game as Rules

OWN = (*Move.BY_HAND, Move.Source.DEPUTY)
"""Sources of answers that people gave themselves."""


def own_decisions(game: Game) -> Iterator[tuple[int, int, str, Rules[Any], Position]]:
    """Log line, seat, answer, rules and the position before it, of each decision with more than one answer. One query."""
    bots = set(game.seats.filter(is_bot=True).values_list("index", flat=True))
    session: Any = opening(game)
    book, position = session.game, session.position
    for step in replay(game):
        line = step.line
        own = line["kind"] == Move.Kind.ANSWER and line["source"] in OWN and line["seat"] not in bots
        if own and _had_choice(book, position, line["seat"]):
            yield line["seq"], line["seat"], line["text"], book, position
        session = step.session
        book, position = session.game, session.position


def _had_choice(book: Rules[Any], position: Position, seat: int) -> bool:
    try:
        question = book.resume(position).question(seat)
    except (RulesError, ValueError):
        return False  # the game was carried over to another version of the rules at this line
    return question is not None and not question.forced
