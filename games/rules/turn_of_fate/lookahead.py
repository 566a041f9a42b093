"""How a search values a game of Turn of Fate: by the result, and by the lead, which tells narrow games from clear ones."""

from __future__ import annotations

from math import tanh

from games.rules.contract import Seat
from games.rules.search.plan import Plan, gain
from games.rules.turn_of_fate.board import Jacynth

LEAD = 25.0
"""Points of lead that are as good as any more."""


def _value(t: Jacynth, seat: Seat) -> float:
    assert t.result is not None
    mine, theirs = t.result.scores[seat] or 0, t.result.scores[1 - seat] or 0
    return 0.7 * gain(t.result, seat) + 0.15 * (1 + tanh((mine - theirs) / LEAD))


PLAN = Plan(value=_value)
