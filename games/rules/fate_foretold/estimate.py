"""The search settings, and each player's chance to win as estimated from the table where a playout stops."""

from math import exp

from games.rules.contract import Seat
from games.rules.fate_foretold.board import FateForetoldTable, count
from games.rules.fate_foretold.cards import CARDS
from games.rules.fate_foretold.kinds import SUITS
from games.rules.search.plan import Plan

ALIGNED, ALIGNED_SOON = 0.96, 0.89
"""Weights of a Convergence, and of one shortly before the own turn."""
SHORT = (0.0, 0.82, 0.26, 0.23)
"""Weights by the number of cards that are missing in the best suit."""
SECOND_SHORT = (0.21, 0.21, 0.17)
"""Weights by the number of cards that are missing in the second suit."""
IN_HAND, COMPLETE_SOON, FULL_HAND, FULL_FIELD = 0.06, 0.39, -0.42, -0.47
"""Weights of a fitting card in hand, of a hand that completes the suit, of five cards in hand, of five cards on the field."""
ROUNDS = 2
"""Rounds after which a playout stops."""


def _strength(t: FateForetoldTable, seat: Seat) -> float:
    """The logarithm of a seat's odds to win, up to a constant."""
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


def _value(t: FateForetoldTable, seat: Seat) -> float:
    if t.result is not None:
        return 1.0 if t.result.ranks[seat] == 1 and not t.result.drawn else 0.0
    odds = {other: exp(_strength(t, other)) for other in t.all_seats if t.alive[other]}
    return odds.get(seat, 0.0) / sum(odds.values())


PLAN = Plan(bare=False, value=_value, mark=lambda t: t.turn, reached=lambda mark, t: t.turn >= mark + ROUNDS * t.seats, caution=1.0)
"""The search: playouts of two rounds by the bot, then each player's chance to win is estimated from the table.

The weights were fitted to 11,000 positions of 900 games between bots (docs/measurements/bots.md). They predict little, because draws
decide much.
"""
