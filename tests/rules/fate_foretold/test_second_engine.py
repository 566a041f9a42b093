"""Tests of the rules against the second engine, move for move: every state, every question and every choice must agree."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rules.contract import Shape
from games.rules.fate_foretold import GAME, OLDER
from games.rules.fate_foretold.board import FateForetoldTable
from games.rules.fate_foretold.game import FateForetold
from games.rules.playout import random_answer, random_draw
from games.rules.session import Session
from tests.rules.fate_foretold.second.course import Course


def compare(session: Session[FateForetoldTable], second: Course, asked: dict[int, Any]) -> None:
    t = session.table
    assert t.fields == second.fields
    assert t.hands == second.hands
    assert t.nest == second.nest
    assert t.aligned == second.aligned
    assert t.tokens == second.tokens
    assert t.beloved == second.beloved
    assert (t.active, t.turn, t.round, t.skips) == (second.active, second.turn, second.round, second.skip)
    assert [shield["owner"] for shield in t.shields] == [owner for owner, _static in second.until]
    assert sorted(question.seat for question in session.questions) == sorted(asked)
    for question in session.questions:
        theirs = asked[question.seat]
        optional = theirs.least == 0 and theirs.most == 1 and question.shape is Shape.ONE
        assert sorted(question.tokens) == sorted([*theirs.tokens, "none"] if optional else theirs.tokens)
        if not optional:
            assert (question.least, question.most) == (theirs.least, theirs.most)


def settle(session: Session[FateForetoldTable], second: Course, rng: random.Random) -> None:
    while (draw := session.wants_chance) is not None:
        numbers = random_draw(rng, draw.n, draw.k)
        session.answer_chance(numbers)
        second.lots.append(numbers)


def play_along(game: FateForetold, seats: int, threshold: int, seed: int, *, advised: bool) -> int:
    """One game in both engines; returns how many answers were compared."""
    rng, count = random.Random(seed), 0
    session = game.begin(seats, {"alignment_threshold": threshold})
    for _sigils_then_nest in range(2):
        draw = session.wants_chance
        assert draw is not None
        session.answer_chance(random_draw(rng, draw.n, draw.k))
    dealt = session.position.table  # before the first turn
    second = Course(dealt["hands"], dealt["nest"], dealt["sigils"], dealt["active"], threshold, game.printing)
    settle(session, second, rng)
    course = second.game()
    asked = next(course)
    while session.result is None:
        compare(session, second, asked)
        answers = {}
        for seat in list(session.unanswered):
            question = session.question(seat)
            assert question is not None
            text = game.advise(session.view(seat), question.decision()) if advised else random_answer(question, rng)
            answers[seat] = [token for token in text.split() if token != "none"]
            session.answer(seat, text)
            count += 1
        settle(session, second, rng)
        asked = send(course, answers)
    assert second.result == (session.result.reason, [] if session.result.drawn else list(session.result.winners))
    assert not second.lots
    return count


def send(course: Any, answers: dict[int, list[str]]) -> dict[int, Any]:
    try:
        asked: dict[int, Any] = course.send(answers)
    except StopIteration:
        return {}
    return asked


every_version = pytest.mark.parametrize("game", [GAME, *OLDER], ids=lambda game: f"version-{game.version}")


@every_version
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("threshold", [5, 3])
def test_both_engines_agree_on_random_games(game: FateForetold, seats: int, threshold: int) -> None:
    assert sum(play_along(game, seats, threshold, seed, advised=False) for seed in range(4)) > 60


@every_version
@pytest.mark.parametrize("seats", [3, 6])
def test_both_engines_agree_on_advised_games(game: FateForetold, seats: int) -> None:
    assert sum(play_along(game, seats, 5, seed, advised=True) for seed in range(4)) > 60
