"""Tests of the ranks of a game decided by public scores, with seats that are out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from games.models import Seat
from games.rules.contract import Result
from games.services.tables.consequences import _stored_result
from games.services.tables.leaving import judged_result


def judged(scores: tuple[int | None, ...], out: set[int], *, low: bool = False) -> tuple[int, ...]:
    """The ranks by seat."""
    game = SimpleNamespace(standing=lambda _view: scores, low_standing_leads=low)
    session: Any = SimpleNamespace(game=game, view=lambda viewer: viewer)
    result = judged_result(session, out)
    assert (result.scores, result.reason) == (scores, "judged")
    return tuple(result.ranks)


@pytest.mark.parametrize(
    ("scores", "out", "low", "ranks"),
    [
        ((3, 0, 1), set(), False, (1, 3, 2)),
        ((3, 0, 1), set(), True, (3, 1, 2)),
        ((2, 2, 1), set(), False, (1, 1, 3)),
        ((9, 0, 1), {0}, False, (3, 2, 1)),
        ((9, 0, -1), {0}, True, (3, 2, 1)),
        ((9, 8, 7, 1), {0, 1}, False, (3, 3, 1, 2)),
        ((None, 5, 0), set(), False, (1, 1, 1)),
        ((None, 5, 0), {0}, False, (3, 1, 2)),
        ((4, 5), {0, 1}, False, (1, 1)),
    ],
)
def test_those_who_stayed_are_ranked_by_what_everybody_sees(
    scores: tuple[int | None, ...], out: set[int], low: bool, ranks: tuple[int, ...]
) -> None:
    assert judged(scores, out, low=low) == ranks


@pytest.mark.parametrize(
    ("states", "by_rules", "ranks"),
    [
        (("playing", "playing", "playing"), True, [1, 2, 3]),
        (("resigned", "playing", "playing"), True, [3, 1, 2]),
        (("playing", "forfeited", "resigned"), True, [1, 2, 2]),
        (("resigned", "away", "playing"), True, [3, 1, 2]),
        (("resigned", "forfeited", "resigned"), True, [1, 2, 3]),
        (("resigned", "playing", "playing"), False, [1, 2, 3]),
    ],
)
def test_who_left_during_a_game_that_was_played_to_its_end_comes_last(states: tuple[str, ...], by_rules: bool, ranks: list[int]) -> None:
    """If leaving itself ended the game, its result counts unchanged."""
    result = Result((1, 2, 3), (9, 5, 1), "played")
    game: Any = SimpleNamespace(seats=[SimpleNamespace(index=index, state=Seat.State(state)) for index, state in enumerate(states)])
    session: Any = SimpleNamespace(result=result if by_rules else None)
    assert _stored_result(game, session, result) == {"ranks": ranks, "scores": [9, 5, 1], "reason": "played"}
