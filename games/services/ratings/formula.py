"""Plackett–Luce by openskill: strengths before and ranks in, strengths after out. Rounded, so that playing it again gives the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

DIGITS = 6
MODEL = PlackettLuce()


class Level(NamedTuple):
    """Mean and spread of a strength."""

    mu: float
    sigma: float


BEGINNER = Level(25.0, round(25.0 / 3, DIGITS))


def after(before: Sequence[Level], ranks: Sequence[int]) -> list[Level]:
    """The strengths after a game; equal ranks are ties, lower is better, gaps do not matter."""
    teams = [[MODEL.rating(mu=level.mu, sigma=level.sigma)] for level in before]
    rated = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Level(round(float(team[0].mu), DIGITS), round(float(team[0].sigma), DIGITS)) for team in rated]
