"""The search of Destined To Fail: random legal cards to the end of the round, then an estimate of who loses the game."""

from math import exp

from games.rules.contract import Seat
from games.rules.destined_to_fail.table import Destiny
from games.rules.search.plan import Plan

STEP = 0.25
"""Scale of the estimate: the share of the Glory still missing to the target by which a difference counts little."""


def _value(t: Destiny, seat: Seat) -> float:
    """The estimated probability not to lose the game."""
    if t.result is not None:
        return 1.0 if t.result.ranks[seat] == 1 else 0.0
    most = max(t.glory)
    scale = 1.0 + STEP * max(0, t.target - most)
    odds = [exp((glory - most) / scale) for glory in t.glory]
    return 1.0 - odds[seat] / sum(odds)


PLAN = Plan(advised=0, value=_value, mark=lambda t: t.round, reached=lambda mark, t: t.round != mark)
