"""Pairing a Swiss round in the middle of a large event, compared with py4swiss, which pairs the same round from its report file."""

from __future__ import annotations

import random
from dataclasses import replace

from games.tournaments.formats import swiss
from games.tournaments.formats.meetings import Field, Meeting
from tests.bench.cells import Cell, repeat
from tests.bench.reference_pairing import reference
from tests.bench.swiss_histories import NO_REASON, PER_CENT, History, result

PEOPLE, ROUNDS, PLAYED = 128, 7, 4


def cells() -> list[Cell]:
    """Two cells that pair the same round."""
    history = large()
    size = len(history.there)
    yardstick = f"pairing: {size} people, py4swiss"
    return [
        Cell(yardstick, lambda seconds: repeat(lambda: lambda: reference(history), seconds)),
        Cell(f"pairing: {size} people", lambda seconds: repeat(lambda: lambda: own(history), seconds), yardstick),
    ]


def large() -> History:
    """The fifth round of 128 people, all of whom played the first four."""
    chance, field = random.Random(5), Field(tuple(range(1, PEOPLE + 1)), "large")
    for number in range(1, PLAYED + 1):
        pairs = swiss.pairs(field, field.entrants, rounds=ROUNDS, sides=True)
        played = [result(chance, number, Meeting(pair, NO_REASON), dict.fromkeys(PER_CENT, 0)) for pair in pairs]
        field = replace(field, history=(*field.history, *played), begun=number)
    return History(field, field.entrants, ROUNDS, True)


def own(history: History) -> object:
    """The pairs that the service makes."""
    return swiss.pairs(history.field, history.there, rounds=history.rounds, sides=history.sides)
