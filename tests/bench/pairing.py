"""A Swiss round in the middle of a large event, beside py4swiss, which pairs the same round from its report."""

from __future__ import annotations

from games.tournaments.formats import swiss
from tests.bench.cells import Cell, repeat
from tests.bench.reference_pairing import reference
from tests.bench.swiss_histories import History, histories

PEOPLE = 100
"""The event has more than this many of the 128 who may enter."""


def cells() -> list[Cell]:
    """Both pair one and the same round."""
    history = large()
    size = len(history.there)
    yardstick = f"pairing: {size} people, py4swiss"
    return [
        Cell(yardstick, lambda seconds: repeat(lambda: lambda: reference(history), seconds)),
        Cell(f"pairing: {size} people", lambda seconds: repeat(lambda: lambda: own(history), seconds), yardstick),
    ]


def large() -> History:
    """The fifth round of the first made-up tournament that is large enough."""
    return next(
        history for seed in range(1_000) for history in histories(seed) if history.field.next_round == 5 and len(history.there) > PEOPLE
    )


def own(history: History) -> object:
    """The pairs of the service."""
    return swiss.pairs(history.field, history.there, rounds=history.rounds, roles=history.roles)
