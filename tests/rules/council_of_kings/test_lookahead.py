"""Tests of the basis of the search: the fast form of the advice gives the same answers as the advice."""

from __future__ import annotations

import random

import pytest

from games.rules.council_of_kings import GAME
from games.rules.council_of_kings.advice import advise_at
from games.rules.council_of_kings.board import Council
from games.rules.playout import random_answer, random_draw
from games.rules.session import Session

SETTINGS = [(seats, mode, auctions) for seats in (3, 4, 5) for mode, auctions in (("basic", "orders"), ("advanced", "turns"))]


def mixed_game(seats: int, mode: str, auctions: str, seed: int) -> Session[Council]:
    """A whole game in which every third answer is random; both forms of the advice answer each question."""
    rng, compared = random.Random(seed), 0
    session = GAME.begin(seats, {"mode": mode, "auction_mode": auctions}, track=False)
    while session.result is None:
        if (draw := session.wants_chance) is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        question = session.question(rng.choice(session.unanswered))
        assert question is not None
        said = advise_at(session.table, question)
        assert said == GAME.advise(session.view(question.seat), question.bare_decision())
        session.answer(question.seat, random_answer(question, rng) if rng.random() < 1 / 3 else said)
        compared += 1
    assert compared >= 30
    return session


@pytest.mark.parametrize(("seats", "mode", "auctions"), SETTINGS)
def test_advice_in_playouts_is_that_of_the_adviser(seats: int, mode: str, auctions: str) -> None:
    for seed in range(3):
        mixed_game(seats, mode, auctions, seed)
