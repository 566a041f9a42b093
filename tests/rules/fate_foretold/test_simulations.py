"""Tests of the figures in the specification's simulation record, on small seeded samples."""

from __future__ import annotations

import random
from collections.abc import Collection
from statistics import median
from typing import NamedTuple

import pytest

from games.rules.contract import Result
from games.rules.fate_foretold import GAME, OLDER
from games.rules.fate_foretold.game import FateForetold
from games.rules.playout import random_answer, random_draw

STUCK = 3_000
"""Turns after which a random game counts as stuck."""


class Outcome(NamedTuple):
    result: Result
    turns: int
    decisions: int


def simulate(seats: int, seed: int, advised: Collection[int] = (), threshold: int = 5, rules: FateForetold = GAME) -> Outcome:
    """One game: advised seats follow the adviser, the others play at random."""
    rng, decisions = random.Random(seed), 0
    session = rules.begin(seats, {"alignment_threshold": threshold}, track=False)
    while session.result is None:
        draw = session.wants_chance
        if draw is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        seat = session.unanswered[0]
        question = session.question(seat)
        assert question is not None
        text = random_answer(question, rng) if seat not in advised else rules.advise(session.view(seat), question.decision())
        session.answer(seat, text)
        decisions += 1
        assert session.table.turn <= STUCK
    return Outcome(session.result, session.table.turn, decisions)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "recorded"), [(3, 28), (4, 40), (5, 56), (6, 76)])
def test_advised_games_last_as_long_as_the_recorded_ones(seats: int, recorded: int) -> None:
    (first,) = OLDER  # whose figures were recorded
    turns = [simulate(seats, seed, range(seats), rules=first).turns for seed in range(120)]
    assert 0.75 * recorded <= median(turns) <= 1.25 * recorded


@pytest.mark.slow
def test_one_adviser_among_random_players_wins() -> None:
    won = sum(seed % 3 in simulate(3, seed, [seed % 3]).result.winners for seed in range(120))
    assert won >= 0.85 * 120


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_games_end_within_3000_turns(seats: int) -> None:
    reasons = {simulate(seats, seed).result.reason for seed in range(60)}
    assert reasons == {"convergence", "twist"}


def test_speed_run_is_quicker() -> None:
    full = median(simulate(3, seed, range(3)).turns for seed in range(15))
    quick = median(simulate(3, seed, range(3), threshold=3).turns for seed in range(15))
    assert quick < 0.8 * full
