"""Tests of undo: the answers that can be taken back, and the limits."""

from __future__ import annotations

import pytest

from games.rules.ask import ask, pick, roll
from games.rules.errors import Illegal
from games.rules.session import Session
from tests.rules.kit.toys import Board, again, begin

WORDS = ["a", "b"]


async def two_parts(t: Board) -> None:
    """A move of two parts by seat 0, an answer of seat 1, a last answer of seat 0; then the step is over."""
    for seat, kind in ((0, "first"), (0, "second"), (1, "word"), (0, "last")):
        t.diary.append(await ask(pick(seat, kind, WORDS)))


def refused(session: Session[Board], seat: int) -> bool:
    with pytest.raises(Illegal) as caught:
        session.undone(seat)
    return caught.value.code == "no_undo"


def test_own_last_answer_can_be_taken_back_again_and_again() -> None:
    session = begin(two_parts)
    start = session.position
    session.answer(0, "a")
    after_one = session.position
    session.answer(0, "b")
    assert session.can_undo == 0
    assert session.undone(0) == after_one
    assert Session.resume(session.game, after_one).undone(0) == start
    again = Session.resume(session.game, after_one)
    again.answer(0, "b")
    assert again.position == session.position


def test_undo_leaves_the_position_it_began_with() -> None:
    session = begin(two_parts)
    session.answer(0, "a")
    before = session.position
    session.undone(0)
    assert session.position == before
    assert session.table.diary == ["a"]


def test_nothing_to_take_back_at_a_quiet_point() -> None:
    session = begin(two_parts)
    assert session.can_undo is None
    assert refused(session, 0)


def test_somebody_elses_answer_is_theirs() -> None:
    session = begin(two_parts)
    session.answer(0, "a")
    assert refused(session, 1)
    session.answer(0, "a")
    session.answer(1, "b")
    assert session.can_undo == 1
    assert refused(session, 0)


def test_the_end_of_a_step_is_final() -> None:
    async def once(t: Board) -> None:
        await ask(pick(0, "word", WORDS))

    session = begin(once, once)
    session.answer(0, "a")
    assert session.can_undo is None
    assert refused(session, 0)


def test_chance_is_final() -> None:
    async def rolled(t: Board) -> None:
        await ask(pick(0, "word", WORDS))
        t.diary.append(str(await roll("die", 6)))
        await ask(pick(0, "word", WORDS))
        await ask(pick(0, "word", WORDS))

    session = begin(rolled)
    session.answer(0, "a")
    session.answer_chance([3])
    assert session.can_undo is None
    assert refused(session, 0)
    after_roll = session.position
    session.answer(0, "b")
    assert session.undone(0) == after_roll


def test_what_became_known_stays_known() -> None:
    async def peek(t: Board) -> None:
        await ask(pick(0, "look", WORDS))
        t.log("peeked", {0: {"card": "star"}}, reveals=True)
        await ask(pick(0, "word", WORDS))
        await ask(pick(0, "word", WORDS))

    session = begin(peek)
    session.answer(0, "a")
    assert session.can_undo is None
    assert refused(session, 0)
    assert again(session).can_undo is None
    session.answer(0, "b")
    assert session.can_undo == 0
    assert again(session).can_undo == 0
