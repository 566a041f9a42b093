"""Tests of questions to several seats: sealed and open waits, and interjections."""

from __future__ import annotations

import pytest

from games.rules.ask import Interrupted, ask, ask_all, ask_any, pick, pick_some
from games.rules.contract import Wait
from games.rules.errors import Illegal, NotAsked
from games.rules.session import Session
from tests.rules.kit.toys import Board, again, begin

CARDS = ["sun", "moon", "star"]


async def sealed(t: Board) -> None:
    """Every seat chooses a card in secret."""
    answers = await ask_all([pick(seat, "discard", CARDS) for seat in reversed(t.all_seats)])
    t.diary += [f"{seat}:{card}" for seat, card in answers.items()]
    t.log("turned_up")


def test_sealed_answers_may_come_in_any_order_and_become_final_together() -> None:
    session = begin(sealed, sealed, seats=3)
    assert (session.wait, session.waiting_for) == (Wait.SEALED, (0, 1, 2))
    assert session.answer(2, "sun") == []
    assert session.answer(0, "moon") == []
    entries = session.answer(1, "star")
    assert [(entry.seat, entry.text) for entry in entries] == [(0, "moon"), (1, "star"), (2, "sun")]
    assert [[event.kind for event in entry.events] for entry in entries] == [[], [], ["turned_up"]]
    assert session.table.diary == ["0:moon", "1:star", "2:sun"]


def test_sealed_wait_does_not_show_who_has_answered() -> None:
    session = begin(sealed, seats=3)
    session.answer(1, "sun")
    assert session.waiting_for == (0, 1, 2)
    assert session.unanswered == (0, 2)
    given = [decision.given for seat in range(3) if (decision := session.decision(seat)) is not None]
    assert given == [None, "sun", None]


def test_sealed_answer_may_be_revised_until_the_last_is_in() -> None:
    session = begin(sealed)
    session.answer(0, "sun")
    session.answer(0, "moon")
    decision = session.decision(0)
    assert decision is not None
    assert decision.given == "moon"
    session.answer(1, "star")
    assert session.table.diary == ["0:moon", "1:star"]
    with pytest.raises(NotAsked):
        session.answer(0, "sun")


def test_sealed_answers_survive_sleep_in_one_stored_form() -> None:
    async def two(t: Board) -> None:
        answers = await ask_all([pick_some(seat, "discard", CARDS, 2, 2) for seat in t.all_seats])
        t.diary += list(answers.values())

    session = begin(two)
    session.answer(1, "star sun")
    assert session.position.sealed == {1: "sun star"}
    woken = again(session)
    assert woken.position == session.position
    woken.answer(0, "1 2")
    assert woken.table.diary == ["sun moon", "sun star"]


def test_refused_sealed_answer_keeps_the_one_given_before() -> None:
    session = begin(sealed)
    session.answer(0, "sun")
    with pytest.raises(Illegal):
        session.answer(0, "cave")
    assert session.position.sealed == {0: "sun"}


def test_forced_sealed_answers_are_filled_in_but_stay_listed() -> None:
    async def step(t: Board) -> None:
        answers = await ask_all([pick(0, "discard", ["sun"]), pick(1, "discard", CARDS)], auto=True)
        t.diary += [f"{seat}:{card}" for seat, card in answers.items()]

    session = begin(step)
    assert session.waiting_for == (0, 1)
    assert session.unanswered == (1,)
    session.answer(1, "moon")
    assert session.table.diary == ["0:sun", "1:moon"]


def test_all_forced_needs_no_wait() -> None:
    async def step(t: Board) -> None:
        answers = await ask_all([pick(seat, "discard", ["sun"]) for seat in t.all_seats], auto=True)
        t.diary += list(answers.values())

    session = begin(step)
    assert session.result is not None
    assert session.table.diary == ["sun", "sun"]


async def opened(t: Board) -> None:
    """Any seat may act until both are done."""
    waiting = list(t.all_seats)
    while waiting:
        seat, word = await ask_any([pick(seat, "act", ["act", "done"]) for seat in waiting])
        t.diary.append(f"{seat}:{word}")
        if word == "done":
            waiting.remove(seat)


def test_open_wait_is_first_come_first_served() -> None:
    session = begin(opened)
    assert (session.wait, session.waiting_for) == (Wait.OPEN, (0, 1))
    for seat, word in ((1, "act"), (0, "act"), (1, "done")):
        (entry,) = session.answer(seat, word)
        assert (entry.seat, entry.text) == (seat, word)
        assert again(session).position == session.position
    assert session.waiting_for == (0,)
    with pytest.raises(NotAsked):
        session.answer(1, "act")
    session.answer(0, "done")
    assert session.table.diary == ["1:act", "0:act", "1:done", "0:done"]


async def heeding(t: Board) -> None:
    """Sealed discards during which any seat may concede or talk; after talk the question is asked again."""
    while True:
        try:
            answers = await ask_all([pick(seat, "discard", CARDS, heeds=("!concede", "!talk")) for seat in t.all_seats])
        except Interrupted as said:
            t.diary.append(f"{said.seat}{said.token}")
            t.log("interrupted")
            if said.token == "!concede":
                return
        else:
            t.diary += list(answers.values())
            return


def heard() -> Session[Board]:
    session = begin(heeding, sealed)
    session.answer(0, "sun")
    return session


def test_interjection_that_is_heeded_keeps_sealed_answers_to_the_same_question() -> None:
    session = heard()
    (entry,) = session.interject(1, "!talk")
    assert (entry.seat, entry.text, [event.kind for event in entry.events]) == (1, "!talk", ["interrupted"])
    assert session.position.sealed == {0: "sun"}
    assert again(session).position == session.position
    session.answer(1, "moon")
    assert session.table.diary == ["1!talk", "sun", "moon"]


def test_interjection_may_end_the_step_and_its_sealed_answers() -> None:
    session = heard()
    session.interject(1, "!concede")
    assert session.table.diary == ["1!concede"]
    assert session.position.sealed == {}
    assert session.position.since == ()
    assert session.waiting_for == (0, 1)


def test_interjection_nobody_heeds_is_refused_and_changes_nothing() -> None:
    session = heard()
    before = session.position
    with pytest.raises(Illegal) as caught:
        session.interject(1, "!sing")
    assert caught.value.code == "not_heeded"
    assert session.position == before


def test_interjection_is_fed_again_from_the_log() -> None:
    session = begin(heeding, sealed)
    session.feed(1, "!talk")
    assert session.position.since == ((1, "!talk"),)
    assert session.can_undo is None


def test_asking_again_with_other_choices_drops_what_no_longer_fits() -> None:
    async def step(t: Board) -> None:
        try:
            await ask_all([pick(seat, "discard", CARDS, heeds=("!talk",)) for seat in t.all_seats])
        except Interrupted:
            answers = await ask_all([pick(seat, "discard", ["moon", "star"]) for seat in t.all_seats])
            t.diary += list(answers.values())

    session = begin(step)
    session.answer(0, "sun")
    session.interject(1, "!talk")
    assert session.position.sealed == {}
    assert session.unanswered == (0, 1)


async def choose_then_seal(t: Board) -> None:
    """Seat 0 chooses openly, then all seats in secret, then seat 1 openly."""
    t.diary.append(await ask(pick(0, "trump", CARDS)))
    await sealed(t)
    t.diary.append(await ask(pick(1, "last", CARDS)))


def test_nobody_takes_a_sealed_answer_back_once_all_are_turned_up() -> None:
    session = begin(choose_then_seal)
    session.answer(0, "sun")
    session.answer(0, "moon")
    session.answer(1, "star")
    assert session.can_undo is None
    for seat in (0, 1):
        with pytest.raises(Illegal) as caught:
            session.undone(seat)
        assert caught.value.code == "no_undo"
    assert again(session).can_undo is None


def test_another_kind_of_question_with_the_same_choices_inherits_nothing() -> None:
    async def step(t: Board) -> None:
        try:
            await ask_all([pick(seat, "discard", CARDS, heeds=("!talk",)) for seat in t.all_seats])
        except Interrupted:
            await ask_all([pick(seat, "keep", CARDS) for seat in t.all_seats])

    session = begin(step)
    session.answer(0, "sun")
    session.interject(1, "!talk")
    assert session.position.sealed == {}


def test_one_seat_may_be_interrupted_too() -> None:
    async def step(t: Board) -> None:
        while True:
            try:
                t.diary.append(await ask(pick(0, "play", CARDS, heeds=("!talk",))))
            except Interrupted as said:
                t.diary.append(f"{said.seat}{said.token}")
            else:
                return

    session = begin(step)
    session.interject(1, "!talk")
    session.answer(0, "sun")
    assert session.table.diary == ["1!talk", "sun"]
