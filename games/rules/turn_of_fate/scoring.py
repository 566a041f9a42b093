"""Scoring: points of stacks, scores and ranks (§5 of the specification, R29–R31)."""

from collections.abc import Sequence

from games.rules.table import ranks_by
from games.rules.turn_of_fate.board import Stack, TurnOfFateTable
from games.rules.turn_of_fate.cards import BEARERS, RIVAL, VALUE


def worth(stack: Stack, temple: str) -> int:
    """The points of a stack for a temple: values of all cards; that of a Citizen who bears the rival suit counts double (R29)."""
    points = sum(VALUE[card] for card in stack)
    return points + VALUE[stack[0]] if stack[0] in BEARERS[RIVAL[temple]] else points


def total(stacks: Sequence[Stack], temple: str) -> int:
    return sum(worth(stack, temple) for stack in stacks)


def scores(t: TurnOfFateTable) -> list[int]:
    """Both scores now: Congregation and Temple count; Agora, hands, decks and discarded cards do not (R30)."""
    return [total(t.congregations[seat], temple) + total(t.temple_piles[seat], temple) for seat, temple in enumerate(t.temples)]


def ranks(t: TurnOfFateTable) -> list[int]:
    """The ranks. Equal scores are decided by the points in the Temple, then by the number of Citizens in it; then it is a draw (R31)."""
    return ranks_by(
        [(score, total(pile, temple), len(pile)) for score, pile, temple in zip(scores(t), t.temple_piles, t.temples, strict=True)]
    )
