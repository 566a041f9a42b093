"""The search settings of Turn of Fate: playouts are valued by their result and by the lead in points."""

from math import tanh

from games.rules.contract import Seat
from games.rules.search.plan import Plan, gain
from games.rules.turn_of_fate.board import TurnOfFateTable

LEAD = 25.0
"""The scale of the lead in points: a lead of this size has 76 % of the value of any larger one."""


def _value(t: TurnOfFateTable, seat: Seat) -> float:
    assert t.result is not None
    mine, theirs = t.result.scores[seat] or 0, t.result.scores[1 - seat] or 0
    return 0.7 * gain(t.result, seat) + 0.15 * (1 + tanh((mine - theirs) / LEAD))


PLAN = Plan(value=_value)
