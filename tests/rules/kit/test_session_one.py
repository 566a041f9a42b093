"""Tests of questions to one seat: answers, entries, steps, positions."""

from __future__ import annotations

import pytest

from games.rules.ask import StepOver, ask, number, pick, pick_some, put_in_order, roll, shuffled
from games.rules.contract import CHANCE, Position, Wait
from games.rules.errors import Illegal, NotAsked, RulesError
from tests.rules.kit.toys import Board, Toy, again, begin


async def one_each(t: Board) -> None:
    """Seat 0 answers with a word, then seat 1."""
    for seat in (0, 1):
        t.diary.append(await ask(pick(seat, "word", ["ja", "nein"])))
        t.log("said", seat=seat)


def test_only_the_asked_seat_may_answer() -> None:
    session = begin(one_each)
    assert (session.wait, session.waiting_for, session.unanswered) == (Wait.ONE, (0,), (0,))
    with pytest.raises(NotAsked) as caught:
        session.answer(1, "ja")
    assert caught.value.code == "not_your_turn"
    assert session.table.diary == []


def test_an_answer_becomes_an_entry_with_what_followed() -> None:
    session = begin(one_each)
    (entry,) = session.answer(0, "nein")
    assert (entry.seat, entry.text, [event.public for event in entry.events]) == (0, "nein", [{"seat": 0}])
    assert session.waiting_for == (1,)


def test_a_finished_game_asks_nobody() -> None:
    session = begin(one_each)
    session.answer(0, "ja")
    session.answer(1, "ja")
    assert session.result is not None
    assert (session.wait, session.questions, session.waiting_for) == (None, (), ())
    with pytest.raises(NotAsked) as caught:
        session.answer(0, "ja")
    assert caught.value.code == "game_over"


def test_a_refused_answer_changes_nothing_and_the_games_own_reason_is_given() -> None:
    session = begin(one_each)
    before = session.position
    with pytest.raises(Illegal) as caught:
        session.answer(0, "cave")
    assert (caught.value.code, caught.value.rule) == ("too_dark", "R7")
    with pytest.raises(Illegal) as caught:
        session.answer(0, "savage")
    assert caught.value.code == "illegal"
    assert session.position == before


def test_a_game_may_judge_a_text_before_it_is_read() -> None:
    async def step(t: Board) -> None:
        t.diary.append(await ask(pick(0, "go", ["cave>savage", "bid"])))

    class Careful(Toy):
        explains_first = True

    assert begin(step).answer(0, "cave")[0].text == "cave>savage"
    with pytest.raises(Illegal):
        Careful(step).begin(2).answer(0, "cave")
    assert Careful(step).begin(2).answer(0, "cave savage")[0].text == "cave>savage"


def test_forced_answers_are_given_without_asking_when_auto() -> None:
    async def step(t: Board) -> None:
        t.diary.append(await ask(pick(0, "word", ["only"]), auto=True))
        t.diary.append(await ask(number(0, "count", 3, 3), auto=True))
        t.diary.append(await ask(pick(0, "word", ["only"])))

    session = begin(step)
    assert session.table.diary == ["only", "3"]
    assert session.waiting_for == (0,)


def test_the_four_shapes_give_their_answers() -> None:
    async def step(t: Board) -> None:
        t.diary.append(await ask(pick(0, "one", ["a", "b"])))
        t.diary.extend((await ask(pick_some(0, "some", ["a", "b", "c"], 0, 2))).split())
        t.diary.extend((await ask(put_in_order(0, "order", ["a", "b", "c"]))).split())
        t.diary.append(str(1 + int(await ask(number(0, "number", 1, 9)))))

    session = begin(step)
    for text in ("b", "c a", "c a b", "7"):
        session.answer(0, text)
    assert session.table.diary == ["b", "a", "c", "c", "a", "b", "8"]


def test_step_over_ends_a_step_from_any_depth() -> None:
    async def deep(t: Board) -> None:
        await ask(pick(0, "word", ["x"]))
        raise StepOver

    async def step(t: Board) -> None:
        t.diary.append("before")
        t.done += 1  # the step ends before `Toy` counts it
        await deep(t)
        t.diary.append("never")

    session = begin(step, one_each)
    session.answer(0, "x")
    assert session.table.diary == ["before"]
    assert session.question(0) is not None
    assert session.position.since == ()


def test_steps_that_ask_nobody_for_ever_are_a_fault() -> None:
    class Endless(Toy):
        async def step(self, t: Board) -> None:
            t.log("tick")

    with pytest.raises(RuntimeError, match="toy made 10000 steps without asking anybody"):
        Endless().begin(2)


def test_a_position_remembers_answers_since_the_quiet_point_only() -> None:
    session = begin(one_each, one_each)
    session.answer(0, "ja")
    assert session.position.since == ((0, "ja"),)
    assert session.position.table["diary"] == []
    session.answer(1, "nein")
    assert session.position.since == ()
    assert session.position.table["diary"] == ["ja", "nein"]


def test_a_woken_game_goes_on_where_it_slept() -> None:
    session = begin(one_each, one_each)
    for seat, text in ((0, "ja"), (1, "nein"), (0, "nein")):
        session.answer(seat, text)
        woken = again(session)
        assert woken.position == session.position
        assert woken.table.diary == session.table.diary
        assert woken.waiting_for == session.waiting_for
        assert woken.opening() == ()


def test_a_position_that_does_not_fit_is_refused() -> None:
    game = Toy(one_each)
    at = game.begin(2).position
    with pytest.raises(RulesError):
        game.resume(Position(at.table, ((1, "ja"),)))
    with pytest.raises(RulesError):
        game.resume(Position(at.table, ((0, "vielleicht"),)))


def test_an_untracked_session_keeps_no_position() -> None:
    session = Toy(one_each).begin(2, track=False)
    with pytest.raises(RuntimeError):
        assert session.position
    session.answer(0, "ja")
    assert session.table.diary == ["ja"]


async def deal(t: Board) -> None:
    """A shuffle and a die, then a question."""
    t.diary += await shuffled("deck", ["a", "b", "c"])
    t.diary.append(str(await roll("die", 6)))
    await ask(pick(0, "word", ["ja"]))


def test_chance_is_a_seat_whose_answers_are_logged() -> None:
    session = begin(deal)
    assert session.wants_chance is not None
    assert (session.wants_chance.label, session.wants_chance.n) == ("deck", 3)
    entry = session.answer_chance([2, 0, 1])
    assert (entry.seat, entry.text) == (CHANCE, "2 0 1")
    session.answer_chance([4])
    assert session.table.diary == ["c", "a", "b", "4"]
    assert session.position.since == ((CHANCE, "2 0 1"), (CHANCE, "4"))
    assert session.position.draws == again(session).position.draws == 2


def test_settle_lets_chance_answer_until_a_person_is_asked() -> None:
    asked = []

    def chooser(count: int, label: str, n: int, k: int) -> list[int]:
        asked.append((count, label, n, k))
        return list(range(k))

    session = begin(deal)
    assert [entry.text for entry in session.settle(chooser)] == ["0 1 2", "0"]
    assert asked == [(0, "deck", 3, 3), (1, "die", 6, 1)]


@pytest.mark.parametrize("numbers", [[0, 1], [0, 1, 1], [0, 1, 3], [0, 1, -1], [0, 1, 2, 3], []])
def test_chance_may_not_answer_anything_else(numbers: list[int]) -> None:
    session = begin(deal)
    with pytest.raises(ValueError, match="deck"):
        session.answer_chance(numbers)
    with pytest.raises(NotAsked):
        session.answer(0, "ja")
    assert session.position.since == ()


def test_chance_may_not_answer_unasked() -> None:
    with pytest.raises(ValueError, match="not asked"):
        begin(one_each).answer_chance([0])


def test_fewer_than_two_cards_need_no_shuffle() -> None:
    async def step(t: Board) -> None:
        t.diary += await shuffled("deck", ["a"])
        t.diary += await shuffled("deck", [])
        await ask(pick(0, "word", ["ja"]))

    session = begin(step)
    assert session.wants_chance is None
    assert session.table.diary == ["a"]
