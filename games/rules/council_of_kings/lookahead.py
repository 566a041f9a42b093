"""How a search looks ahead in Council of Kings: by advice until so many more cards have been up, then the odds of each player."""

from __future__ import annotations

from games.rules.contract import Seat
from games.rules.council_of_kings import odds
from games.rules.council_of_kings.advice import advise_at
from games.rules.council_of_kings.board import Council
from games.rules.search.plan import Plan

AUCTIONS = 4
"""The first question of the so many-th auction from now on ends a playout."""
CLOSE = 2.0
"""A score that is so many points higher makes a win e times as likely, as far as close results count."""


def _value(t: Council, seat: Seat) -> float:
    """The chance of winning; at the end half of it is whether it was won and half how close it was."""
    if t.result is None:
        return odds.chances(t)[seat]
    ranks = t.result.ranks
    won = (ranks[seat] == 1) / ranks.count(1)
    return 0.5 * won + 0.5 * odds.shares([score or 0 for score in t.result.scores], CLOSE)[seat]


def _mark(t: Council) -> int:
    return t.auction


def _reached(mark: int, t: Council) -> bool:
    return t.auction >= mark + AUCTIONS


PLAN = Plan(policy=advise_at, value=_value, mark=_mark, reached=_reached, caution=1.0)
