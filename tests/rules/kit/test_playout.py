"""Tests of playouts, and of transcripts that repeat them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from games.rules.ask import Question, ask, ask_all, number, pick, pick_some, put_in_order, shuffled
from games.rules.contract import Shape
from games.rules.notation import canonical
from games.rules.playout import PlayoutError, play, random_answer, random_draw, replay
from tests.rules.kit.toys import Board, Toy


async def mixed(t: Board) -> None:
    """A draw, then a question to one seat, then a sealed question to all."""
    deck = await shuffled("deck", ["sun", "moon", "star"])
    t.diary.append(await ask(pick(1, "word", deck)))
    t.diary += (await ask_all([pick(seat, "word", deck) for seat in t.all_seats])).values()


GAME = Toy(mixed, mixed)


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (play(GAME, 3, random.Random(4)) for _ in range(2))
    assert first.answers == second.answers
    assert (first.decisions, len(first.answers)) == (8, 10)
    assert first.result is not None


def test_a_saved_transcript_plays_the_same_game_again(tmp_path: Path) -> None:
    record = play(GAME, 2, random.Random(5))
    record.save(tmp_path / "deep" / "game.json")
    session = replay(GAME, json.loads((tmp_path / "deep" / "game.json").read_text()))
    assert session.result == record.result


def test_advised_seats_follow_the_game() -> None:
    record = play(GAME, 2, random.Random(6), advised=[0, 1])
    draws = [answer for seat, answer in record.answers if seat == -1]
    firsts = [["sun", "moon", "star"][int(draw.split()[0])] for draw in draws]
    assert [answer for seat, answer in record.answers if seat >= 0] == [firsts[0]] * 3 + [firsts[1]] * 3


def test_a_game_that_does_not_end_is_reported_with_its_transcript() -> None:
    async def endless(t: Board) -> None:
        while True:
            await ask(pick(0, "word", ["a", "b"]))

    with pytest.raises(PlayoutError, match="did not end within 50 decisions") as caught:
        play(Toy(endless), 2, random.Random(7))
    assert len(caught.value.playout.answers) == 51


def test_a_fault_in_the_rules_is_reported_with_its_transcript() -> None:
    async def broken(t: Board) -> None:
        t.diary[int(await ask(pick(0, "place", ["9"])))] = "x"

    with pytest.raises(PlayoutError, match="IndexError") as caught:
        play(Toy(broken), 2, random.Random(8))
    assert caught.value.playout.answers == [(0, "9")]


@pytest.mark.parametrize(
    "question",
    [
        pick(0, "a", ["x", "y", "z"]),
        pick_some(0, "a", ["x", "y", "z"], 0, 3),
        put_in_order(0, "a", ["x", "y", "z"]),
        number(0, "a", -2, 2),
        number(0, "a", 5, 5),
    ],
    ids=lambda question: f"{question.shape}-{question.least}",
)
def test_random_answers_are_canonical_and_reach_every_choice(question: Question) -> None:
    rng = random.Random(9)
    answers = {random_answer(question, rng) for _ in range(300)}
    assert all(canonical(question, answer) == answer for answer in answers)
    choices = {Shape.ONE: 3, Shape.SOME: 8, Shape.ORDER: 6, Shape.NUMBER: question.most - question.least + 1}
    assert len(answers) == choices[question.shape]


def test_random_draws_are_what_chance_may_answer() -> None:
    rng = random.Random(10)
    for n, k in ((6, 1), (5, 5), (1, 1)):
        drawn = random_draw(rng, n, k)
        assert len(set(drawn)) == k
        assert set(drawn) <= set(range(n))
