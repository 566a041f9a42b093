"""Tests over many games: their length, their speed, and the strength of the adviser (specification §10)."""

from __future__ import annotations

import random

import pytest

from games.rules.destined_to_fail import GAME
from games.rules.playout import play, random_answer, random_draw


def rounds_of_random_play(seats: int, seed: int) -> int:
    """The number of rounds of one random game."""
    session, rng = GAME.begin(seats, track=False), random.Random(seed)
    while session.table.ending is None:
        draw = session.wants_chance
        if draw is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        question = session.question(session.unanswered[0])
        assert question is not None
        session.answer(question.seat, random_answer(question, rng))
    return session.table.round


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "mean"), [(3, 7.6), (4, 8.8), (5, 9.6)])
def test_random_games_last_as_many_rounds_as_recorded(seats: int, mean: float) -> None:
    """The standard error of 250 games is 1.1 % of the mean."""
    rounds = sum(rounds_of_random_play(seats, seed) for seed in range(250)) / 250
    assert abs(rounds / mean - 1) < 0.05


@pytest.mark.parametrize(("seats", "most"), [(2, 25), (3, 16), (4, 10), (5, 8)])
def test_one_advised_seat_among_random_ones_seldom_loses(seats: int, most: int) -> None:
    """A random seat would lose 50, 33, 25 or 20 of 100 games."""
    lost = 0
    for seed in range(100):
        seat = seed % seats
        result = play(GAME, seats, random.Random(seed), log=False, advised=(seat,)).result
        assert result is not None
        lost += result.ranks[seat] != 1
    assert lost <= most
