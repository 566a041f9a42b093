"""Who is likely to win from what lies on the table, between two auctions: for the search, never for rules.

How far each seat will end above the mean is a weighted sum of what it has; the weights were learned from advised games
(`python -m tests.bench.council_odds`).
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
from games.rules.council_of_kings.scoring import chaos_counted, penalty, wealth


class Weights(NamedTuple):
    """What was learned of a mode: a weight for each of `features`, and how far apart scores lie at the end and at the start."""

    of: tuple[float, ...]
    spread_end: float
    spread_start: float


LEARNED: Mapping[str, Weights] = {
    "basic": Weights((0.891, 1.001, -0.252, 0.0, -1.319, -0.503, -0.731, 0.479, 0.0, -0.213, 0.557, 0.233, 1.34, 0.037, -0.038), 1.5, 5.5),
    "advanced": Weights(
        (1.022, 1.046, -0.91, -0.109, -0.387, -0.507, -1.618, 1.387, -0.992, -2.246, 0.403, 0.874, 0.555, 0.112, -0.205), 3.0, 9.5
    ),
}
"""By mode."""


def features(t: Council, seat: Seat, x: float) -> tuple[float, ...]:
    """What a seat has, in points; `x` is how much of the game is left, from 1 to 0."""
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
    relief, dearer = lost - unfought, penalty(calm + 1) - unfought
    free = min(order - fought, estimate.MOST_ORDER)
    return (
        coins,
        points,
        lost,
        relief,
        dearer,
        x * coins,
        x * points,
        x * lost,
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
    leads = [sum(weight * value for weight, value in zip(learned.of, features(t, seat, x), strict=True)) for seat in t.all_seats]
    return shares(leads, learned.spread_end + (learned.spread_start - learned.spread_end) * x)


def shares(leads: Sequence[float], spread: float) -> list[float]:
    """Chances that are higher the higher a lead."""
    most = max(leads)
    weights = [exp((lead - most) / spread) for lead in leads]
    return [weight / sum(weights) for weight in weights]
