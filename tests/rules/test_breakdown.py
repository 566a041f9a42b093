"""Tests of the breakdown of scores: its parts add up to the score, and their cards are shown with their faces."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.conformance.cases import Case, all_cases
from games.rules.playout import random_answer, random_draw
from games.rules.session import Session

plain_case = pytest.mark.parametrize("case", [case for case in all_cases() if not case.options], ids=str)


def played_out(case: Case, seed: int) -> Session[Any]:
    rng = random.Random(seed)
    session = case.game.begin(case.seats, case.options)
    while session.result is None:
        if (draw := session.wants_chance) is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        question = session.question(rng.choice(session.unanswered))
        assert question is not None
        session.answer(question.seat, random_answer(question, rng))
    return session


@plain_case
def test_parts_add_up_to_the_scores(case: Case) -> None:
    for seed in range(3):
        session = played_out(case, seed)
        result, view = session.result, session.view(None)
        assert result is not None
        parts = tuple(case.game.breakdown(view))
        for seat, score in enumerate(result.scores):
            points = [part.points for part in parts if part.seat == seat and part.points is not None]
            assert not points or sum(points) == score, (seed, seat)
        assert all(card.face for part in parts for card in part.cards)
        assert all(part.seat is None or 0 <= part.seat < case.seats for part in parts)


def test_a_game_that_ends_within_a_round_has_no_part_that_repeats_the_score() -> None:
    case, within = next(case for case in all_cases() if case.game.key == "destined_to_fail" and not case.options), 0
    for seed in range(12):
        view = played_out(case, seed).view(None)
        if view.table["last_round"].get("round") != view.table["round"]:
            within += 1
            assert tuple(case.game.breakdown(view)) == ()
    assert within
