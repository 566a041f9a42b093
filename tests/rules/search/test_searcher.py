"""Tests of the search: same answer in all worlds that a seat cannot tell apart, within its budget, always legal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rules.contract import Decision, Option, Position, Shape
from games.rules.game import Game
from games.rules.messages import msg
from games.rules.playout import random_answer, random_draw
from games.rules.registry import all_games
from games.rules.search.answers import candidates
from games.rules.search.budget import Budget, counted
from games.rules.search.searcher import RandomSource, search
from games.rules.session import Session

GAMES = sorted(all_games())


def positions(game: Game[Any], seats: int, seed: int, wanted: int) -> list[Position]:
    """Some positions of a game in which a seat has more than one choice; played half at random, half by advice."""
    rng = random.Random(seed)
    session: Session[Any] = game.begin(seats)
    found: list[Position] = []
    while session.table.ending is None:
        if (draw := session.wants_chance) is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        question = session.question(session.unanswered[0])
        assert question is not None
        if not question.forced:
            found.append(session.position)
        decision = session.decision(question.seat)
        assert decision is not None
        advised = rng.random() < 0.5
        session.answer(question.seat, game.advise(session.view(question.seat), decision) if advised else random_answer(question, rng))
    return rng.sample(found, min(wanted, len(found)))


def few(worlds: int = 3) -> Budget:
    """A budget of so many worlds, with a clock that counts its readings."""
    return Budget(1.0, counted(), worlds)


@pytest.mark.parametrize("key", GAMES)
def test_seat_answers_the_same_in_worlds_it_cannot_tell_apart(key: str) -> None:
    game, compared = all_games()[key], 0
    for at in positions(game, game.seats[-1], 3, 6):  # in some of them nothing is hidden from the seat
        seat = game.resume(at).unanswered[0]
        other = game.redeal(at, seat, random.Random(100))
        if other is at:
            continue
        assert game.resume(other).view(seat) == game.resume(at).view(seat)
        found, there = (search(game, world, seat, RandomSource(5, random.Random), few(2)) for world in (at, other))
        assert found == there
        compared += other.table != at.table
    assert compared >= 3


@pytest.mark.parametrize("key", GAMES)
def test_best_answer_is_legal_and_given_answers_are_valued_too(key: str) -> None:
    game = all_games()[key]
    for at in positions(game, game.seats[0], 8, 2):
        session = game.resume(at)
        question = session.question(session.unanswered[0])
        assert question is not None
        given = random_answer(question, random.Random(2))
        found = search(game, at, question.seat, RandomSource(1, random.Random), few(), also=(given,))
        valued = found.of(given)
        assert valued is not None
        assert valued.worlds >= 1
        assert 0.0 <= valued.value <= 1.0
        session.answer(question.seat, found.best)


def test_search_ends_when_its_time_is_over_and_then_knows_at_least_the_advice() -> None:
    game = all_games()["turn_of_fate"]
    (at,) = positions(game, 2, 1, 1)
    seat = game.resume(at).unanswered[0]
    found = search(game, at, seat, RandomSource(1, random.Random), Budget(0.0, counted()))
    assert found.best == found.advice
    assert all(answer.worlds == 0 for answer in found.answers)
    longer = search(game, at, seat, RandomSource(1, random.Random), Budget(0.3, counted()))
    assert sum(answer.worlds for answer in longer.answers) <= 300


def test_nobody_is_searched_for_who_is_not_asked() -> None:
    game = all_games()["turn_of_fate"]
    (at,) = positions(game, 2, 1, 1)
    idle = 1 - game.resume(at).unanswered[0]
    with pytest.raises(ValueError, match="not asked"):
        search(game, at, idle, RandomSource(1, random.Random), few())


def question(shape: Shape, tokens: int, least: int, most: int) -> Decision:
    options = tuple(Option(f"t{number}", msg("")) for number in range(tokens))
    return Decision(0, "any", msg(""), options, shape, least, most)


@pytest.mark.parametrize(
    ("decision", "count"),
    [
        (question(Shape.ONE, 5, 1, 1), 5),
        (question(Shape.SOME, 3, 0, 3), 8),
        (question(Shape.ORDER, 3, 3, 3), 6),
        (question(Shape.NUMBER, 0, 2, 6), 5),
        (question(Shape.ORDER, 7, 7, 7), 20),
        (question(Shape.SOME, 12, 0, 12), 20),
        (question(Shape.NUMBER, 0, 0, 900), 20),
        (question(Shape.ONE, 90, 1, 1), 20),
    ],
)
def test_few_answers_are_all_tried_and_of_many_a_sample(decision: Decision, count: int) -> None:
    advice = candidates(decision, "", random.Random(9), 10)[1]
    tried = candidates(decision, advice, random.Random(1), 20)
    assert tried[0] == advice
    assert len(tried) == len(set(tried)) == count
