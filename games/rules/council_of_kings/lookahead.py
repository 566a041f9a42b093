"""The search of Council of Kings: advised play to the end, valued by the result and the lead over the best other seat."""

from math import tanh

from games.rules.contract import Seat
from games.rules.council_of_kings.advice import advise_at
from games.rules.council_of_kings.board import Council
from games.rules.search.plan import Plan, gain

LEAD = 10.0
"""Scale of the lead in points; beyond it more points add little."""


def _value(t: Council, seat: Seat) -> float:
    assert t.result is not None
    scores = [score or 0 for score in t.result.scores]
    best = max(score for other, score in enumerate(scores) if other != seat)
    won = 1.0 if t.result.ranks[seat] == 1 else 0.0
    return 0.5 * won + 0.2 * gain(t.result, seat) + 0.15 * (1 + tanh((scores[seat] - best) / LEAD))


PLAN = Plan(policy=advise_at, value=_value, caution=2.0)
