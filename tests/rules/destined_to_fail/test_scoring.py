"""Tests of prophecies, leftover cards and the end: T30 to T32, E10 to E12, R7, R8, R20, R21, R36, R37, R40, R45."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.destined_to_fail import GAME
from games.rules.destined_to_fail.table import Destiny
from games.rules.messages import plain
from games.rules.session import Session
from tests.rules.destined_to_fail.build import NO_TRUMP, A, B, C, D, begin, die, kinds, only

HANDS = ["orb star-4", "hands-2 eyes-2", "sun-1 moon-2", "sun-2 orb"]


def scored(won: list[int], tokens: list[int], glory: list[int], trump: str = NO_TRUMP, **more: Any) -> Session[Destiny]:
    """A round of five tricks whose scoring has just begun."""
    done = [{"leader": A, "cards": ["moon-1"] * len(won), "taker": A, "winner": A, "declared": ""}] * 5
    hands = more.pop("hands", HANDS[: len(won)])
    return begin(hands, trump, phase="score", tricks=done, tricks_won=won, tokens=tokens, glory=glory, trick_no=5, **more)


def test_end_says_who_loses() -> None:
    assert [plain(reason).split(". ")[1] for reason in GAME.reasons.values()] == ["Whoever has most Glory loses; everybody else wins."] * 2


MISSED_EARLY = [(0, 0, 2, 0), (2, 1, 1, 1), (1, 2, 1, 1), (2, 0, 0, 2), (0, 2, 0, 2)]
MISSED_FAR = [(3, 0, 3, -3), (4, 1, 3, -3), (5, 2, 3, -3), (4, 0, 0, 2), (5, 0, 0, 2)]


@pytest.mark.parametrize(("won", "token", "normal", "curse"), MISSED_EARLY + MISSED_FAR)
def test_t30_r7_glory_by_the_number_of_missed_tricks(won: int, token: int, normal: int, curse: int) -> None:
    rest = [5 - won, 0, 0]
    for trump, gained in ((NO_TRUMP, normal), ("prophecy_curse", curse)):
        session = scored([won, *rest], [token, 1, 1, 1], [4, 0, 0, 0], trump)
        assert only(session.opening(), "prophecies")["gained"][A] == gained
        assert session.table.glory[A] == 4 + gained


def test_e10_prophecies_and_leftover_cards() -> None:
    session = scored([2, 2, 1, 0], [0, 1, 2, 0], [5, 5, 5, 5])
    events = session.opening()
    assert only(events, "prophecies")["gained"] == [0, 1, 1, 2]
    assert only(events, "leftovers")["totals"] == [4, 4, 3, 2]
    assert only(events, "leftovers")["rolling"] == [A, B]
    die(session, 2, 1)
    assert session.table.glory == [7, 7, 6, 7]


def test_r8_leftover_rolls_are_added_together_before_the_end_is_looked_at() -> None:
    session = scored([2, 2, 1, 0], [0, 1, 2, 0], [18, 18, 5, 5])
    die(session, 2)
    assert session.result is None
    die(session, 2)
    assert session.result is not None
    assert session.result.scores == (20, 21, 6, 7)
    assert session.result.ranks == (1, 4, 1, 1)


def test_t31_e11_r20_two_at_the_target_with_equal_glory_roll_it_off() -> None:
    session = scored([1, 2, 2, 0], [0, 2, 1, 1], [19, 18, 11, 3])
    assert session.table.glory == [20, 20, 12, 4]
    events = die(session, 1, 2)
    assert only(events, "roll_off")["rolls"] == [[A, 1], [B, 2]]
    told = [plain(GAME.tell(event.seen_by(None)), ["Ann", "Bob", "Cy", "Dee"]) for event in events]
    assert told[-2:] == [
        "Roll-off for the Chosen One, the highest roll goes on: Ann 1, Bob 2.",
        "Bob is the Chosen One and loses; everybody else wins.",
    ]
    assert only(events, "over")["seat"] == B
    assert session.result is not None
    assert (session.result.ranks, session.result.scores) == ((1, 4, 1, 1), (20, 20, 12, 4))
    assert plain(GAME.reason(session.result)).endswith("Of those with most Glory, a roll of the die decided who loses.")


def test_r20_equal_rolls_are_rolled_again_by_the_highest_only() -> None:
    session = scored([1, 1, 2, 1], [0, 2, 1, 0], [19, 19, 19, 3])
    assert session.table.glory == [20, 20, 20, 4]
    die(session, 2, 0, 2)
    assert session.result is None
    events = die(session, 1, 0)
    assert only(events, "roll_off")["rolls"] == [[A, 1], [C, 0]]
    assert session.result is not None
    assert session.result.ranks == (4, 1, 1, 1)


def test_r20_the_higher_of_two_over_the_target_loses_without_a_roll() -> None:
    session = scored([1, 2, 2, 0], [0, 2, 1, 1], [19, 19, 11, 3])
    assert session.result is not None
    assert (session.result.ranks, session.wants_chance) == ((1, 4, 1, 1), None)


def test_e12_r21_the_curse_may_take_glory_below_zero() -> None:
    session = scored([3, 1, 1, 0], [0, 1, 1, 0], [1, 0, 0, 0], "prophecy_curse")
    assert session.table.glory == [-2, 0, 0, 0]


def test_r36_if_all_leftovers_count_nothing_everybody_rolls() -> None:
    session = scored([2, 2, 1], [0, 1, 2], [0, 0, 0], hands=["orb orb", "orb", "orb"])
    assert only(session.opening(), "leftovers") == {"cards": [["orb", "orb"], ["orb"], ["orb"]], "totals": [0, 0, 0], "rolling": [A, B, C]}
    die(session, 1, 0, 2)
    assert session.table.glory == [1, 1, 3]


def test_r37_leftovers_do_not_count_when_the_prophecies_end_the_game() -> None:
    session = scored([0, 2, 2, 1], [0, 0, 0, 2], [18, 0, 0, 0])
    assert session.result is not None
    assert "leftovers" not in kinds(session.opening())
    assert session.wants_chance is None


def test_t35_r40_r45_whoever_resigns_is_the_only_loser() -> None:
    session = begin(["sun-1 sun-2", "moon-1 moon-2", "star-1 star-2", "orb hands-1"], glory=[3, 12, 5, 19])
    result = GAME.concede(session.table, C)
    assert result is not None
    assert (result.ranks, result.scores, result.reason) == ((1, 1, 4, 1), (3, 12, 5, 19), "resigned")


def test_r40_resigning_before_the_deal_is_possible() -> None:
    result = GAME.concede(GAME.new(2, GAME.settle_options(2, {})), A)
    assert result is not None
    assert (result.ranks, result.scores) == ((2, 1), (0, 0))


def test_the_loser_may_be_any_seat() -> None:
    session = scored([0, 0, 0, 5], [1, 1, 1, 2], [0, 0, 0, 17])
    assert session.result is not None
    assert session.result.ranks.index(4) == D
