"""Tests of scoring: scenarios 16, 17 and 44, example A, ruling 33."""

from __future__ import annotations

import pytest

from games.rules.council_of_kings.scoring import penalty, score
from tests.rules.council_of_kings.build import Card, held


def points(kingdom: list[Card], coins: int = 0, populace: int = 0) -> int:
    """The score of a Kingdom."""
    return score(coins, populace, [held(card) for card in kingdom])


def test_t16_penalties() -> None:
    assert [penalty(chaos) for chaos in range(8)] == [0, 1, 3, 6, 10, 15, 20, 25]


def test_t16_example_a_scores_fourteen() -> None:
    assert points([("goldentongue", 0), ("kobolds", 2), ("troll", 1)], coins=16) == 14


def test_populace_and_monsters_count_together() -> None:
    assert points([("troll", 2)], populace=3) == -15


@pytest.mark.parametrize(
    ("kingdom", "coins", "expected"),
    [
        (["royal_mint"], 15, 18),
        (["royal_mint"], 3, 3),
        (["minstrels", "squire"], 0, 1 + 1 + 2),
        (["minstrels", "squire", "royal_mint", "mad_jester"], 0, 1 + 1 + 2 - 5),
        (["blight"], 0, -4),
        (["desertion"], 0, -3),
        (["tax_revolt", "silent_gods", "faint_hearts"], 0, -6),
        ([("vampire_count", 1)], 0, -4),
    ],
)
def test_t44_scoring_texts(kingdom: list[Card], coins: int, expected: int) -> None:
    assert points(kingdom, coins) == expected


def test_t44_r33_hallowed_ground_ignores_the_dearest_counters() -> None:
    assert points(["hallowed_ground"], populace=5) == -6
    assert points(["hallowed_ground"], populace=1) == 0


def test_scores_may_be_negative() -> None:
    assert points([], populace=7) == -25
