"""Tests of the audit: it reports lost and duplicate cards."""

from __future__ import annotations

import pytest

from games.rules.destined_to_fail import GAME
from games.rules.destined_to_fail.table import Destiny
from tests.rules.destined_to_fail.build import A, table
from tests.rules.destined_to_fail.test_sun import FOUR, ROW


def sound() -> Destiny:
    return table(FOUR, row=ROW)


def test_a_sound_table_passes() -> None:
    assert GAME.audit(sound()) == []


def test_a_lost_card_is_found() -> None:
    t = sound()
    t.row.pop()
    assert [problem[:13] for problem in GAME.audit(t)] == ["the cards are"]


def test_a_lost_trump_card_is_found() -> None:
    t = sound()
    t.trump_deck.pop()
    assert [problem[:19] for problem in GAME.audit(t)] == ["the trump cards are"]


def test_a_lost_token_is_found() -> None:
    t = sound()
    t.bag.pop()
    assert GAME.audit(t) == ["the tokens are [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2]"]


def test_an_unsorted_hand_is_found() -> None:
    t = sound()
    t.hands[A].reverse()
    assert GAME.audit(t) == ["a hand or the row is not sorted"]


def test_hands_of_different_sizes_are_found() -> None:
    t = sound()
    t.row = [*t.row, t.hands[A].pop()]
    assert "hands have different sizes between tricks" in GAME.audit(t)


@pytest.mark.parametrize("counted", [[1, 0, 0, 0], [0, 0, 0, 2]])
def test_a_trick_that_was_not_played_is_found(counted: list[int]) -> None:
    t = sound()
    t.tricks_won = counted
    assert GAME.audit(t) == [f"0 tricks were played and {counted} are counted"]
