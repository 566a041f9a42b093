"""Tests of redeals under Unstable Power: a card that the viewer has passed on stays in one of the hands that can hold it by now."""

from __future__ import annotations

import random

import pytest

from games.rules.contract import Position
from games.rules.destined_to_fail import GAME, memory
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.playout import random_answer, random_draw
from games.rules.session import Session
from tests.rules.destined_to_fail.build import A, B, C, D, table

UNSTABLE = "unstable_power"
HANDS = ("sun-1 sun-1 sun-2 moon-1", "sun-3 moon-2 moon-3 orb", "eyes-1 eyes-2 sun-4 sun-4", "hands-1 star-1 star-2 star-3")


def passes(*rounds: dict[int, str]) -> Destiny:
    """A table after these passes."""
    t = table(HANDS, UNSTABLE, trick_no=2)
    for passed in rounds:
        for seat, face in passed.items():
            t.hands[seat].remove(face)
        for seat, face in passed.items():
            t.hands[t.left(seat)].append(face)
        before = t.handed or [[] for _ in t.all_seats]
        t.handed = [memory.after_pass(before[seat], seat, passed) for seat in t.all_seats]
    return t


FIRST = {A: "moon-1", B: "orb", C: "eyes-1", D: "star-1"}
SECOND = {A: "sun-2", B: "moon-2", C: "orb", D: "star-2"}


def test_a_card_handed_on_may_be_one_hand_further_after_each_pass() -> None:
    t = passes(FIRST, SECOND)
    assert t.handed[A] == [["moon-1", [B, C]], ["sun-2", [B]]]
    assert t.handed[B] == [["orb", [C, D]], ["moon-2", [C]]]


def test_two_worlds_of_a_giver_have_one_memory() -> None:
    """Whether the neighbour has kept the card or passed it on, the giver's memory is the same."""
    kept, moved = passes(FIRST, SECOND), passes(FIRST, {**SECOND, B: "moon-1"})
    assert kept.handed[A] == moved.handed[A]
    worlds = [GAME.table.load(t.dump()) for t in (kept, moved)]
    found = []
    for t in worlds:
        hands = set()
        for seed in range(60):
            there = GAME.table.load(t.dump())
            GAME.hide(there, A, random.Random(seed), ())
            assert memory.consistent(t.handed[A], there.hands)
            hands.add(next(seat for seat in (B, C) if "moon-1" in there.hands[seat]))
        found.append(hands)
    assert found == [{B, C}, {B, C}], "in either world the card is at times here and at times there"


def test_a_card_that_came_back_or_was_shown_is_forgotten_with_its_like() -> None:
    facts = [["sun-1", [B, D]], ["moon-1", [C]]]
    assert memory.after_pass(facts, A, {A: "eyes-1", B: "orb", C: "orb", D: "sun-1"}) == [["moon-1", [C, D]], ["eyes-1", [B]]]
    assert memory.after_play([["sun-1", [B]], ["sun-1", [B, C]], ["sun-1", [D]]], B, "sun-1") == [["sun-1", [D]], ["sun-1", [B, C]]]
    assert memory.after_play(facts, D, "moon-1") == facts


def test_facts_of_one_face_want_a_card_each() -> None:
    hands = [[], ["sun-1"], ["sun-1", "orb"], []]
    assert memory.consistent([["sun-1", [B, C]], ["sun-1", [B]]], hands)
    assert not memory.consistent([["sun-1", [B]], ["sun-1", [B]]], hands)
    assert not memory.consistent([["sun-1", [B, C]], ["sun-1", [B, C]], ["sun-1", [B, C]]], hands)


@pytest.mark.parametrize("seats", [2, 3, 4, 7])
@pytest.mark.parametrize("seed", range(3))
def test_facts_are_true_and_redeals_agree_with_them(seats: int, seed: int) -> None:
    rng, compared = random.Random(seed), 0
    start = GAME.new(seats, GAME.settle_options(seats, {}))
    session = Session(GAME, start)
    for _answer in range(12 * seats):
        if session.result is not None:
            break
        if (draw := session.wants_chance) is not None:
            session.answer_chance(_unstable(session, draw.label, draw.n, draw.k, rng))
            continue
        question = session.question(rng.choice(session.unanswered))
        assert question is not None
        session.answer(question.seat, random_answer(question, rng))
        t = session.table
        if t.effect == UNSTABLE and t.handed and t.phase in ("lead", "follow"):
            assert all(memory.consistent(facts, t.hands) for facts in t.handed)
            viewer = rng.randrange(seats)
            there = GAME.resume(GAME.redeal(session.position, viewer, rng)).table
            assert memory.consistent(t.handed[viewer], there.hands)
            compared += any(len(hands) > 1 for _face, hands in t.handed[viewer])
    assert compared > 2 or seats == 2


def _unstable(session: Session[Destiny], label: str, n: int, k: int, rng: random.Random) -> list[int]:
    """Draws that reveal Unstable Power first."""
    numbers = random_draw(rng, n, k)
    if label != "trumps":
        return numbers
    wanted = list(TRUMPS).index(UNSTABLE)
    return [*(number for number in numbers if number != wanted), wanted]


def test_older_releases_overlook_the_memory_and_go_on() -> None:
    t = passes(FIRST, SECOND)
    stored = Position(t.dump()).to_json()
    assert (sorted(stored["memory"]), "handed" in stored["table"]) == (["handed"], False)
    del stored["memory"]
    assert Destiny.load(Position.from_json(stored).table).handed == []
