"""What a game says about how to look ahead in it; the defaults play it to its end by its own advice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.rules.ask import Question
from games.rules.contract import Result, Seat
from games.rules.table import Table

Reached = Callable[[Any, Any], bool]
"""(what `mark` gave at the beginning, the table now) → whether a playout may stop here and be valued."""


def gain(result: Result, seat: Seat) -> float:
    """What a seat gains by a result: the share of the others that it leaves behind, half for equals."""
    own = result.ranks[seat]
    others = [rank for other, rank in enumerate(result.ranks) if other != seat]
    return sum(1.0 if own < rank else 0.5 if own == rank else 0.0 for rank in others) / max(1, len(others))


def at_the_end(t: Table, seat: Seat) -> float:
    """The default value: of a finished game only."""
    return gain(t.result, seat) if t.result is not None else 0.5


def nothing(t: Any) -> Any:
    """The default mark."""
    return None


def never(mark: Any, t: Any) -> bool:
    """The default horizon: the end of the game."""
    return False


@dataclass(frozen=True, slots=True)
class Plan:
    """`advised`: how often, of a hundred, a playout follows the advice, else it chooses at random. `bare`: the advice reads
    nothing of an option but its token. `policy` is a quicker form of the advice: it reads from the table what the seat asked sees of it.
    `value` is from 0 (lost) to 1 (won); with `mark` and `reached` playouts stop early. `caution`: standard errors by which another
    answer has to be better than the advice.
    """

    advised: int = 100
    bare: bool = True
    policy: Callable[[Any, Question], str] | None = None
    value: Callable[[Any, Seat], float] = at_the_end
    mark: Callable[[Any], Any] = nothing
    reached: Reached = never
    caution: float = 0.0
    most_answers: int = 40
