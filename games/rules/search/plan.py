"""The search settings of a game; by default playouts follow the game's bot to the end."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.rules.ask import Question
from games.rules.contract import Seat
from games.rules.table import Table

Reached = Callable[[Any, Any], bool]
"""(what `mark` returned at the start, the table now) → whether the playout stops here and is valued."""


def at_the_end(t: Table, seat: Seat) -> float:
    """The default value: that of the result, 0.5 for a game that is not over."""
    return float(t.result.gain(seat)) if t.result is not None else 0.5


def never(mark: Any, t: Any) -> bool:
    """The default horizon: the end of the game."""
    return False


@dataclass(frozen=True, slots=True)
class Plan:
    """The search settings of a game.

    `advised`: whether the answers in playouts follow the bot; else they are random. `bare`: whether the bot reads only
    the tokens of options. `policy`: a faster bot for playouts, which must read from the table only what the asked seat sees.
    `value`: the value of a table for a seat, from 0 (lost) to 1 (won). `mark` and `reached`: where playouts stop before the end.
    `caution`: standard errors by which another answer has to be better than the advice.
    """

    advised: bool = True
    bare: bool = True
    policy: Callable[[Any, Question], str] | None = None
    value: Callable[[Any, Seat], float] = at_the_end
    mark: Callable[[Any], Any] = lambda t: None
    reached: Reached = never
    caution: float = 0.0
