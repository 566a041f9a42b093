"""Points (§5 of the specification, R29–R31)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.contract import Seat
from games.rules.table import ranks_by
from games.rules.turn_of_fate.board import Jacynth, Stack
from games.rules.turn_of_fate.cards import BEARERS, RIVAL, VALUE


def worth(stack: Stack, temple: str) -> int:
    """Points of a stack for a temple. R29: only the Citizen's own value doubles, if they bear the rival suit."""
    points = sum(VALUE[card] for card in stack)
    return points + VALUE[stack[0]] if stack[0] in BEARERS[RIVAL[temple]] else points


def total(stacks: Sequence[Stack], temple: str) -> int:
    """Points of several stacks."""
    return sum(worth(stack, temple) for stack in stacks)


def scores(t: Jacynth) -> list[int]:
    """Both scores now: Congregation and Temple; Agora, hands, decks and discards count nothing."""
    return [total(t.congregations[seat], temple) + total(t.temple_piles[seat], temple) for seat, temple in enumerate(t.temples)]


def ranks(t: Jacynth) -> list[int]:
    """R31: equal totals are decided by the points in the Temple, then by the Citizens in it; then it is a draw."""
    return ranks_by([_merit(t, seat, score) for seat, score in enumerate(scores(t))])


def _merit(t: Jacynth, seat: Seat, score: int) -> tuple[int, int, int]:
    pile = t.temple_piles[seat]
    return score, total(pile, t.temples[seat]), len(pile)
