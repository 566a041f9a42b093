"""Tests of random games with concessions and talk at random moments: no card is lost, no hidden card is shown, every game ends."""

from __future__ import annotations

import json
import random

import pytest

from games.rules.contract import Position
from games.rules.fate_foretold import GAME
from games.rules.fate_foretold.board import FateForetoldTable
from games.rules.fate_foretold.cards import CARDS
from games.rules.playout import random_answer, random_draw
from games.rules.session import Session


def advance(session: Session[FateForetoldTable], rng: random.Random, concessions: float) -> None:
    """One draw, one answer, or one interjection."""
    draw = session.wants_chance
    if draw is not None:
        session.answer_chance(random_draw(rng, draw.n, draw.k))
        return
    lot, seat = rng.random(), rng.randrange(session.table.seats)
    if lot < concessions:
        session.interject(seat, "!concede" if lot < concessions / 2 else "!talk")
        return
    question = session.question(rng.choice(session.unanswered))
    assert question is not None
    session.answer(question.seat, random_answer(question, rng))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_games_with_concessions_end_and_stay_sound(seats: int) -> None:
    reasons = set()
    for seed in range(30):
        rng, session = random.Random(seed), GAME.begin(seats, {"alignment_threshold": 5})
        while session.result is None:
            advance(session, rng, 0.03)
            if session.wants_chance is None:
                assert GAME.audit(FateForetoldTable.load(session.position.table)) == []
                assert sum(map(len, (session.table.nest, *session.table.hands, *session.table.fields))) == len(CARDS)
        reasons.add(session.result.reason)
        assert all(rank == 1 for rank in session.result.ranks) or sum(rank == 1 for rank in session.result.ranks) == 1
    assert "last_standing" in reasons


@pytest.mark.parametrize("seats", [3, 6])
def test_positions_with_concessions_survive_json_and_undo_nothing_said(seats: int) -> None:
    rng, session = random.Random(1), GAME.begin(seats)
    while session.result is None:
        advance(session, rng, 0.05)
        position = session.position
        again = Position.from_json(json.loads(json.dumps(position.to_json())))
        assert GAME.resume(again).position == position
        assert [q.tokens for q in GAME.resume(again).questions] == [q.tokens for q in session.questions]


@pytest.mark.parametrize("seats", [3, 5])
def test_nobody_can_tell_a_position_with_concessions_from_its_redeal(seats: int) -> None:
    rng, changed = random.Random(3), 0
    for seed in range(3):
        dice, session = random.Random(seed), GAME.begin(seats)
        while session.result is None:
            advance(session, dice, 0.04)
            if session.result is not None or session.wants_chance is not None or dice.random() > 0.2:
                continue
            here = GAME.resume(session.position)
            for viewer in (None, *range(seats)):
                other = GAME.redeal(session.position, viewer, rng)
                changed += other.table != session.position.table
                there = GAME.resume(other)
                assert there.view(viewer) == here.view(viewer)
                assert there.waiting_for == here.waiting_for
                if viewer is not None:
                    assert there.decision(viewer) == here.decision(viewer)
    assert changed > 20
