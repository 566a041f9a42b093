"""The search of Tempting Fate: random play to the end of a game, valued by the result and the number of rounds."""

from games.rules.contract import Seat
from games.rules.search.plan import Plan, gain
from games.rules.tempting_fate.board import Duel

QUICK = 12
"""The number of rounds from which on further rounds change nothing."""


def _value(t: Duel, seat: Seat) -> float:
    """A quick win and a slow defeat are worth a little more, since the rounds decide a match at 1-1 (R25)."""
    if t.result is not None:
        return 0.1 + 0.8 * gain(t.result, seat)
    last = t.finished[-1]  # games side by side are played to the end of both
    early = 0.2 * max(0, QUICK - last["rounds"]) / QUICK
    return 0.7 + early if last["winner"] == seat else 0.3 - early


PLAN = Plan(value=_value, mark=lambda t: t.game, reached=lambda mark, t: not t.together and t.game != mark)
