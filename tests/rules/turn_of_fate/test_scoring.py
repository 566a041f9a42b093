"""Tests of scores, ties and resignation: R29–R31, R34, T34, T35, E15."""

from __future__ import annotations

import pytest

from games.rules.turn_of_fate import GAME
from games.rules.turn_of_fate.scoring import ranks, scores, worth
from tests.rules.turn_of_fate.build import at_turn, move


def test_t34_e15_scores() -> None:
    session = at_turn(
        0, c0="penitent>mountain>end sailor", temple0="merchant>ace_knots", c1="painter", temple1="bard savage>cave", agora="lunatic>pact",
        discard="ace_moons", hand0="sea", hand1="castle",
    )  # fmt: skip
    assert scores(session.table) == [40, 26]
    assert GAME.standing(session.view(None)) == (40, 26)


@pytest.mark.parametrize(
    ("stack", "temple", "points"),
    [
        (["penitent", "mountain"], "leaves", 16),
        (["penitent", "mountain"], "suns", 10),
        (["author", "pact"], "leaves", 11),
        (["diplomat", "desert"], "wyrms", 18),
        (["diplomat", "desert"], "leaves", 18),
    ],
)
def test_r29_only_the_citizens_own_value_doubles(stack: list[str], temple: str, points: int) -> None:
    assert worth(stack, temple) == points


def test_r29_doubling_holds_in_the_temple_too() -> None:
    session = at_turn(0, temple0="painter>castle", c1="sailor", hand0="sea", hand1="sea")
    assert scores(session.table) == [13, 8]


def test_r30_wanderers_count_ten_for_their_temple() -> None:
    session = at_turn(0, "moons", temple0="huntress", agora="sailor", hand0="sea", hand1="sea")
    assert scores(session.table) == [10, 0]


@pytest.mark.parametrize(
    ("c0", "temple0", "c1", "temple1", "expected"),
    [
        ("merchant", "", "diplomat>ace_waves", "", [1, 1]),  # 9 : 9, nothing in the Temples
        ("", "merchant", "diplomat>ace_waves", "", [1, 2]),  # the Temple's points decide
        ("", "merchant>ace_knots", "", "bard", [1, 1]),  # same points, same number
        ("", "savage>castle", "", "painter>ace_suns diplomat>cave>sea", [2, 1]),
        ("", "merchant>ace_knots", "", "penitent painter>ace_suns", [2, 1]),  # same points, more Citizens
    ],
)
def test_r31_t35_ties_by_temple_points_then_temple_citizens_then_draw(
    c0: str, temple0: str, c1: str, temple1: str, expected: list[int]
) -> None:
    session = at_turn(0, c0=c0, temple0=temple0, c1=c1, temple1=temple1, agora="lunatic", hand0="sea", hand1="sea")
    assert ranks(session.table) == expected


def test_r31_a_draw_gives_both_the_first_rank() -> None:
    session = at_turn(0, c0="merchant", c1="diplomat>ace_waves", agora="lunatic", hand0="sea", hand1="sea")
    move(session, "pass")
    move(session, "pass")
    assert session.result is not None
    assert session.result.drawn


def test_r34_timeout_is_a_pass() -> None:
    session = at_turn(0, c0="sailor", hand0="sea", hand1="sea")
    decision = session.decision(0)
    assert decision is not None
    assert GAME.fallback(session.table, decision) == "pass"


def test_r34_resigning_loses_whatever_the_scores_which_are_recorded() -> None:
    session = at_turn(0, c0="merchant", c1="painter", hand0="sea", agora="sailor", hand1="sea")
    result = GAME.concede(session.table, 0)
    assert result is not None
    assert (result.ranks, result.scores, result.reason) == ((2, 1), (9, 3), "resigned")
