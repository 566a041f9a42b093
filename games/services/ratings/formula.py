"""The rating formula: Plackett–Luce by openskill. Results are rounded, so that rating a game again gives the same values."""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

DIGITS = 6
MODEL = PlackettLuce()


class Level(NamedTuple):
    """Mean and standard deviation of a strength."""

    mu: float
    sigma: float


BEGINNER = Level(25.0, round(25.0 / 3, DIGITS))


def after(before: Sequence[Level], ranks: Sequence[int]) -> list[Level]:
    """The strengths after a game, in the same order. Lower ranks are better, equal ranks are ties, gaps are allowed."""
    teams = [[MODEL.rating(mu=level.mu, sigma=level.sigma)] for level in before]
    rated = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Level(round(float(team[0].mu), DIGITS), round(float(team[0].sigma), DIGITS)) for team in rated]
