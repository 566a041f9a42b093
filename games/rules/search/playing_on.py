"""One playout of the search: from an answer in one world (a redeal) to the end of the game or to the horizon of the plan."""

from typing import Any

from games.rules.ask import Question
from games.rules.contract import Decision, Position, Rng
from games.rules.errors import RulesError
from games.rules.game import Game
from games.rules.playout import random_answer, random_draw
from games.rules.search.plan import Plan
from games.rules.session import Session


def untracked_session(game: Game[Any], at: Position) -> Session[Any]:
    """The session of a world, without tracking and with empty memory fields."""
    table = game.table.load(at.table)
    table.forget()
    session = Session(game, table, draws=at.draws, track=False)
    session.refeed(at)
    return session


def play_on(session: Session[Any], plan: Plan, mark: Any, rng: Rng) -> Any:
    """Play until the end or the plan's horizon and return the table there; `mark` is what `plan.mark` returned at the start."""
    for _turn in range(session.game.longest):
        draw = session.wants_chance
        if session.table.ending is not None or (draw is None and plan.reached(mark, session.table)):
            break
        if draw is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        seat = session.unanswered[0]
        question = session.question(seat)
        assert question is not None
        session.answer(seat, _answer(session, question, plan, rng))
    return session.table


def _answer(session: Session[Any], question: Question, plan: Plan, rng: Rng) -> str:
    """The answer of a playout: the only one, a random one, or that of the plan's policy or of the game's bot."""
    tokens = question.tokens
    if len(tokens) == 1 and question.least == 1:
        return tokens[0]
    if not plan.advised:
        return random_answer(question, rng)
    if plan.policy is not None:
        return plan.policy(session.table, question)
    decision = question.bare_decision() if plan.bare else session.decision(question.seat)
    assert decision is not None
    return session.game.advise(session.view(question.seat), decision)


def advice(game: Game[Any], session: Session[Any], decision: Decision) -> str:
    """The answer of the game's bot in canonical text, or that of an absent player where the rules refuse it."""
    try:
        return session.read(decision.seat, game.advise(session.view(decision.seat), decision))
    except RulesError:
        return game.fallback(session.table, decision)
