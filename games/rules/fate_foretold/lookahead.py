"""How a search looks ahead in Fate Foretold: two rounds by the advice, then the odds of each player from what lies on the table.

The weights were learned from 11,000 positions of 900 advised games (docs/measurements/bots.md); they tell little, since so much is luck.
"""

from __future__ import annotations

from math import exp

from games.rules.contract import Seat
from games.rules.fate_foretold.board import Fates, count
from games.rules.fate_foretold.cards import CARDS
from games.rules.fate_foretold.kinds import SUITS
from games.rules.search.plan import Plan

ALIGNED, ALIGNED_SOON = 0.96, 0.89
"""In Convergence, and how much more where the own turn is near."""
SHORT = (0.0, 0.82, 0.26, 0.23)
"""By how many cards the best suit lacks."""
SECOND_SHORT = (0.21, 0.21, 0.17)
"""By how many the second suit lacks."""
IN_HAND, COMPLETE_SOON, FULL_HAND, FULL_FIELD = 0.06, 0.39, -0.42, -0.47
ROUNDS = 2


def _strength(t: Fates, seat: Seat) -> float:
    threshold: int = t.options["alignment_threshold"]
    (most, best), (second, _) = sorted(((count(t, seat, suit), suit) for suit in SUITS), reverse=True)[:2]
    lacking, later = max(0, threshold - most), max(0, threshold - second)
    near = 1 - (seat - t.active) % t.seats / t.seats
    fitting: int = sum(best in CARDS[card].suits for card in t.hands[seat])
    strength: float = FULL_HAND * len(t.hands[seat]) / 5 + FULL_FIELD * len(t.fields[seat]) / 5
    strength += SECOND_SHORT[later] if later < len(SECOND_SHORT) else 0.0
    if t.aligned[seat]:
        return strength + ALIGNED + ALIGNED_SOON * near
    strength += SHORT[max(1, lacking)] if lacking < len(SHORT) else 0.0
    return strength + IN_HAND * min(fitting, lacking) + (COMPLETE_SOON * near if fitting >= lacking else 0.0)


def _value(t: Fates, seat: Seat) -> float:
    if t.result is not None:
        return 1.0 if t.result.ranks[seat] == 1 and not t.result.drawn else 0.0
    odds = {other: exp(_strength(t, other)) for other in t.all_seats if t.alive[other]}
    return odds.get(seat, 0.0) / sum(odds.values())


def _mark(t: Fates) -> int:
    return t.turn


def _reached(mark: int, t: Fates) -> bool:
    return t.turn >= mark + ROUNDS * t.seats


PLAN = Plan(bare=False, value=_value, mark=_mark, reached=_reached, caution=1.0)
