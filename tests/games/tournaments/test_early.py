"""Tests of closing a round while games are running, with cases worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules.messages import msg
from games.tournaments.formats import early_closing
from games.tournaments.formats.meetings import Field, Meeting, Played
from games.tournaments.formats.registry import Format


def group(*games: tuple[int, int, int]) -> Field:
    """A group of four in its third round: winner, loser and round of each finished game."""
    history = tuple(Played(number, (winner, loser), (1, 2), label="G1") for winner, loser, number in games)
    return Field((1, 2, 3, 4), "s", history, begun=3)


def open_game(one: int, other: int, label: str = "G1") -> Meeting:
    """A running game."""
    return Meeting((one, other), msg("."), label)


FIRST_TWO = ((1, 4, 1), (2, 3, 1), (1, 2, 2), (3, 4, 2))
"""1 has two points, 2 and 3 have one, 4 has none; 1–3 and 2–4 are left."""


@pytest.mark.parametrize(
    ("through", "games", "running", "settled"),
    [
        (1, (*FIRST_TWO, (1, 3, 3)), [(2, 4)], True),  # 1 has three points and nobody can reach that
        (2, (*FIRST_TWO, (1, 3, 3)), [(2, 4)], False),  # with a win 4 ties with 2 and 3 for the second place
        (2, (*FIRST_TWO, (2, 4, 3)), [(1, 3)], False),  # 1 and 2 qualify, but 3 can still tie with them
        (1, FIRST_TWO, [(1, 3), (2, 4)], False),  # 3 and 2 can reach two points
        (1, (*FIRST_TWO, (2, 4, 3), (1, 3, 3)), [], True),
    ],
)
def test_group_is_settled_when_no_result_changes_who_is_through(
    through: int, games: tuple[tuple[int, int, int], ...], running: list[tuple[int, int]], settled: bool
) -> None:
    """The answer holds for all results and scores of the running games."""
    stakes = Format("groups", through=through).stakes(group(*games))
    assert early_closing.settled(stakes, [open_game(*pair) for pair in running], double=False) is settled


def test_scores_of_running_games_count_as_far_apart_as_can_be() -> None:
    """2 and 3 are equal except for the score: a high defeat of 2 could put 3 first, so a lost game is not settled."""
    history = (Played(1, (1, 2), (2, 1), (0, 5), "G1"), Played(1, (3, 1), (1, 2), (4, 0), "G1"))
    field = Field((1, 2, 3), "s", history, begun=3)
    form = Format("groups", through=1, order=("score_difference",))
    assert not early_closing.settled(form.stakes(field), [open_game(2, 3)], double=False)
    assert not early_closing.settled(form.stakes(field), [open_game(2, 3)], double=True)


@pytest.mark.parametrize("name", ["swiss", "round_robin", "single", "double", "tables"])
def test_formats_without_stages_have_nothing_at_stake_before_their_end(name: str) -> None:
    """In these formats, every running game matters for the next pairing or for the table."""
    assert Format(name).stakes(group(*FIRST_TWO)) == {}
    assert not early_closing.settled({}, [open_game(1, 2)], double=False)


def test_earlier_round_of_a_group_decides_nothing() -> None:
    """The later rounds are not known yet."""
    assert Format("groups").stakes(replace(group(*FIRST_TWO), begun=2)) == {}


def test_division_is_settled_when_nobody_can_rise_or_fall_any_more() -> None:
    """In the first division 1–3 is open: 1 and 2 stay whoever wins. In the second 5–7 decides the promotion unless 5 is safe."""
    upper = tuple(Played(n, pair, (1, 2), label="D1") for n, pair in ((1, (1, 4)), (1, (2, 3)), (2, (2, 1)), (2, (3, 4)), (3, (2, 4))))
    lower = tuple(Played(n, pair, (1, 2), label="D2") for n, pair in ((1, (5, 8)), (1, (6, 7)), (2, (5, 6)), (2, (7, 8)), (3, (6, 8))))
    field = Field(tuple(range(1, 9)), "s", upper + lower, begun=3)
    form = Format("league", rounds=2)
    assert early_closing.settled(form.stakes(field), [open_game(1, 3, "D1")], double=False)  # 4 has no point and is relegated
    assert not early_closing.settled(form.stakes(field), [open_game(5, 7, "D2")], double=False)  # 7 could tie with 5 and 6
    assert form.stakes(replace(field, history=field.history[:4], begun=2)) == {}
    assert Format("league", rounds=1).stakes(field) == {}
