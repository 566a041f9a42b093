"""A sample decision of a game as a turn mail would show it, for people who have never played here."""

from functools import lru_cache
from random import Random

from games.models import Game
from games.render.reader import reader_for
from games.render.words import said
from games.rules.contract import Decision, Shape
from games.rules.errors import RulesError
from games.rules.playout import random_answer, random_draw
from games.rules.registry import game_in

SHOWN = 3
"""The most choices of the sample."""

FURTHEST = 12
"""Number of answers within which every game reaches a decision suitable as a sample."""


def sample_turn(game: Game, names: list[str], language: str) -> dict[str, object]:
    """The decision and its first choices as text; {} if none was found."""
    decision = _decision(game.rules, game.rules_version, game.seat_count)
    if decision is None:
        return {}
    reader = reader_for(names, language)
    labels = [said(option.label, reader) for option in decision.options[:SHOWN]]
    return {"prompt": said(decision.prompt, reader), "choices": list(enumerate(labels, start=1)), "more": len(decision.options) > SHOWN}


@lru_cache(maxsize=64)
def _decision(rules: str, version: int, seats: int) -> Decision | None:
    """The first decision with several choices in a simulated game."""
    session, rng, given = game_in(rules, version).begin(seats), Random(1), 0
    try:
        while session.result is None and given < FURTHEST:
            if (draw := session.wants_chance) is not None:
                session.answer_chance(random_draw(rng, draw.n, draw.k))
                continue
            seat = session.unanswered[0]
            decision, question = session.decision(seat), session.question(seat)
            if decision is None or question is None:
                return None
            if decision.shape is Shape.ONE and len(decision.options) >= SHOWN:
                return decision
            session.answer(seat, random_answer(question, rng))
            given += 1
    except RulesError:
        return None
    return None
