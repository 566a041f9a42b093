"""Who is likely to win from what lies on the table, between two auctions: for the search, never for rules.

How far each seat will end above the mean is its score now and a weighted sum of what it has; the weights were learned from advised games
(`python -m tests.bench.council_odds`). What Chaos costs beyond what such games have seen is never mended by a weight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import NamedTuple

from games.rules.contract import Seat
from games.rules.council_of_kings import estimate
from games.rules.council_of_kings.board import Council
from games.rules.council_of_kings.cards import CARDS
from games.rules.council_of_kings.kinds import MONSTER
from games.rules.council_of_kings.scoring import chaos_counted, penalty, score, wealth


MOST = 10
"""Points of a penalty that a weight may lessen: learned from games in which hardly anybody has more."""


class Weights(NamedTuple):
    """What was learned of a mode: a weight for each of `features`, and how far apart scores lie at the end and at the start."""

    of: tuple[float, ...]
    spread_end: float
    spread_start: float


LEARNED: Mapping[str, Weights] = {
    "basic": Weights((-0.003, 0.087, 1.232, -0.595, -1.031, -0.217, 1.705, 0.359, 0.329, 1.228, 0.061, -0.045), 1.5, 7.0),
    "advanced": Weights((0.042, -0.016, 0.072, -0.389, -1.395, 0.63, 1.192, 0.23, 0.516, 0.87, 0.124, -0.181), 3.5, 9.5),
}
"""By mode."""


def features(t: Council, seat: Seat, x: float) -> tuple[float, ...]:
    """What a seat has, in points, besides its score now; `x` is how much of the game is left, from 1 to 0."""
    coins, kingdom = t.coins[seat], t.kingdoms[seat]
    points = wealth(coins, kingdom) - coins
    order = fightable = good = evil = 0
    for held in kingdom:
        card = CARDS[held["id"]]
        order += held["order"]
        fightable += held["chaos"]
        if card.good:
            good += 5 * card.worth - 10 * card.points
        elif card.kind == MONSTER:
            evil += max(0, -5 * card.worth - estimate.CHAOS_RATE * card.chaos)
        else:
            evil -= 5 * card.worth
    counted = chaos_counted(t.populace[seat], kingdom)
    fought = min(order, fightable)
    calm = max(0, counted - fought)
    lost, unfought = penalty(counted), penalty(calm)
    relief, dearer = min(lost - unfought, MOST), penalty(calm + 1) - unfought
    free = min(order - fought, estimate.MOST_ORDER)
    return (
        coins,
        points,
        relief,
        x * coins,
        x * points,
        x * relief,
        x * dearer,
        x * free,
        len(t.hands[seat]),
        x * len(t.hands[seat]),
        x * good,
        x * evil,
    )


def left_of(t: Council) -> float:
    """How much of the game is to come, from 1 to 0."""
    return estimate.share_left(len(t.fate_deck), t.options["mode"], t.seats) / 100


def chances(t: Council) -> list[float]:
    """Each seat's chance of winning."""
    x, learned = left_of(t), LEARNED[t.options["mode"]]
    leads = [standing(t, seat) + dot(learned.of, features(t, seat, x)) for seat in t.all_seats]
    return shares(leads, learned.spread_end + (learned.spread_start - learned.spread_end) * x)


def standing(t: Council, seat: Seat) -> int:
    """The score if the game ended now."""
    return score(t.coins[seat], t.populace[seat], t.kingdoms[seat])


def dot(weights: Sequence[float], values: Sequence[float]) -> float:
    """The weighted sum."""
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def shares(leads: Sequence[float], spread: float) -> list[float]:
    """Chances that are higher the higher a lead."""
    most = max(leads)
    weights = [exp((lead - most) / spread) for lead in leads]
    return [weight / sum(weights) for weight in weights]
