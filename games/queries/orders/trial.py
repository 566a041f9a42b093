"""The trial of an order: what it would have answered to earlier questions of its seat in the same game."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.models import Game, Move
from games.queries.history.replay import COLUMNS, opening, replayed
from games.rules import notation
from games.rules.contract import Seat
from games.rules.errors import RulesError
from games.rules.messages import Message

LOOKED_AT = 12
"""The latest answers of the seat that are compared."""
MOST_TRIALS = 3


@dataclass(frozen=True, slots=True)
class Trial:
    """One earlier question: the labels of the choices of the order, and of those of the seat."""

    ordered: tuple[Message, ...]
    answered: tuple[Message, ...]

    @property
    def same(self) -> bool:
        """Whether the order would have given the same answer."""
        return self.ordered == self.answered


def trials(game: Game, seat: Seat, orders: Mapping[str, str]) -> list[Trial]:
    """The latest questions that the orders would have answered, oldest first. One query. For the holder of the seat only."""
    lines = list(Move.objects.filter(game=game).order_by("seq").values(*COLUMNS))
    own = {line["seq"]: line["text"] for line in lines if line["seat"] == seat and line["kind"] == Move.Kind.ANSWER}
    wanted = dict(list(own.items())[-LOOKED_AT:])
    session, found = opening(game), list[Trial]()
    try:
        for step in replayed(game, lines):
            # the line after this one is the answer to what is asked now
            session, given = step.session, wanted.get(step.line["seq"] + 1)
            decision, question = session.decision(seat), session.question(seat)
            if given is None or decision is None or question is None or question.forced:
                continue
            book = session.game.orders(session.view(seat))
            text = book.answer(decision, orders) if book is not None else None
            if text is not None and (ordered := notation.canonical(question, text)) is not None:
                found.append(Trial(notation.labels(decision, ordered), notation.labels(decision, given)))
    except (RulesError, ValueError):
        return []  # the game cannot be replayed
    return found[-MOST_TRIALS:]
