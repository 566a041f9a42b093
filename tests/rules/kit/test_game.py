"""Tests of the base class: the defaults of a game without code of its own, and the calls on positions."""

from __future__ import annotations

import random

import pytest

from games.rules.ask import ask, ask_all, number, pick, pick_some
from games.rules.contract import Barred, Result, View
from games.rules.messages import msg, plain
from games.rules.registry import all_games, game
from tests.rules.kit.toys import Board, Toy, begin


async def word(t: Board) -> None:
    t.diary.append(await ask(pick(0, "word", ["ja", "nein"])))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (pick(0, "a", ["x", "y"]), "x"),
        (pick_some(0, "a", ["x", "y"], 0, 2), ""),
        (pick_some(0, "a", ["x", "y", "z"], 2, 3), "x y"),
        (number(0, "a", 2, 9), "2"),
    ],
    ids=["one", "none", "two", "number"],
)
def test_fallback_and_advice_take_the_first_or_smallest(question: object, text: str) -> None:
    session, decision = begin(word), question.decision()  # type: ignore[attr-defined]
    assert session.game.fallback(session.table, decision) == text
    assert session.game.advise(session.view(0), decision) == text


def test_conceding_ends_a_game_of_two_and_lets_a_larger_one_go_on() -> None:
    two, three = begin(word), begin(word, seats=3)
    assert two.game.concede(two.table, 0) == Result((2, 1), (None, None), "resigned")
    assert three.game.concede(three.table, 0) is None


def test_a_game_without_further_ado_shows_no_scores_no_gallery_and_finds_no_fault() -> None:
    session = begin(word, seats=3)
    assert session.game.standing(session.view(None)) == (None, None, None)
    assert (session.game.gallery(), session.game.audit(session.table)) == ((), [])


def test_reasons_are_the_games_the_houses_or_a_plain_end() -> None:
    toy = Toy(word)
    texts = [plain(toy.reason(Result((1, 2), (None, None), reason))) for reason in ("resigned", "forfeited", "adjudicated", "done")]
    assert texts == ["A player resigned.", "A player ran out of time.", "The director decided the result.", "The game is over."]


def test_barred_things_come_with_the_decision() -> None:
    async def step(t: Board) -> None:
        await ask(pick(0, "play", ["x"], barred=lambda: [Barred(("y",), msg("not now"), "R1")]))

    session = begin(step)
    decision = session.decision(0)
    assert decision is not None
    assert session.game.barred(session.view(0), decision) == decision.barred == (Barred(("y",), msg("not now"), "R1"),)


def test_calls_on_positions_agree_with_the_session() -> None:
    toy, session = Toy(word, word), begin(word, word)
    at = toy.begin(2).position
    assert (toy.resume(at).decision(0), toy.resume(at).view(1)) == (session.decision(0), session.view(1))
    assert toy.resume(at).view(None) == View("toy", None, 2, {}, {"diary": []})
    for text in ("ja", "nein"):
        resumed = toy.resume(at)
        assert resumed.result is None
        resumed.answer(0, text)
        at = resumed.position
    assert toy.resume(at).result == Result((1, 2), (None, None), "done")


def test_the_result_is_known_in_the_middle_of_a_step_too() -> None:
    async def step(t: Board) -> None:
        await word(t)
        await word(t)

    toy = Toy(step)
    session = toy.begin(2)
    session.answer(0, "ja")
    assert session.position.since == ((0, "ja"),)
    assert toy.resume(session.position).result is None


async def secret(t: Board) -> None:
    """Both seats choose in secret from their own cards, which are in the diary."""
    hands = [t.diary[:2], t.diary[2:]]
    answers = await ask_all([pick(seat, "discard", hands[seat]) for seat in t.all_seats])
    t.diary = list(answers.values())


class Dealt(Toy):
    """Four cards: two of seat 0, two of seat 1."""

    def new(self, seats: int, options: dict[str, object]) -> Board:
        return Board(seats, options, phase="play", diary=["a", "b", "c", "d"])

    def hide(self, t: Board, viewer: int | None, rng: object, keep: object) -> None:
        if viewer == 0:
            t.diary[2:] = rng.sample(["c", "d"], 2)  # type: ignore[attr-defined]


def test_a_redeal_forgets_the_sealed_answers_of_others_and_keeps_the_own() -> None:
    toy = Dealt(secret)
    session = toy.begin(2)
    session.answer(0, "b")
    at = session.position
    assert toy.redeal(at, 0, random.Random(1)).sealed == {0: "b"}
    assert toy.redeal(at, 1, random.Random(1)).sealed == {}
    dealt = {tuple(toy.redeal(at, 0, random.Random(seed)).table["diary"]) for seed in range(20)}
    assert dealt == {("a", "b", "c", "d"), ("a", "b", "d", "c")}


def test_registry_finds_games_by_key_and_says_which_there_are() -> None:
    assert list(all_games()) == sorted(all_games())
    assert game("turn_of_fate") is all_games()["turn_of_fate"]
    with pytest.raises(KeyError, match=r"no game 'chess'; there are: .*turn_of_fate"):
        game("chess")


def test_shared_decks_are_no_game() -> None:
    assert "cards" not in all_games()


def test_a_redeal_that_never_fits_leaves_the_position_as_it_is() -> None:
    class Stubborn(Dealt):
        def hide(self, t: Board, viewer: int | None, rng: object, keep: object) -> None:
            t.diary = ["x", "x", "y", "y"]

    toy = Stubborn(secret)
    session = toy.begin(2)
    session.answer(0, "b")
    at = session.position
    assert toy.redeal(at, 0, random.Random(1)) is at
