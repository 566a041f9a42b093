"""Simulated Swiss tournaments with withdrawals, late entries, requested byes and no-shows. The seed determines everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from games.rules.messages import msg
from games.tournaments.formats import swiss
from games.tournaments.formats.meetings import REST, Field, Meeting, Played, rest

MOST_ROUNDS = 11
NO_REASON = msg("")
PER_CENT = {"leaves": 8, "rests": 6, "forfeits": 8, "late": 12, "draws": 60}
"""Percentages per round of people or games, for each event that occurs in the history."""


@dataclass(frozen=True, slots=True)
class History:
    """A tournament of `rounds` rounds before round `field.next_round`; `there` are the entrants to be paired in it."""

    field: Field
    there: tuple[int, ...]
    rounds: int
    sides: bool


def histories(seed: int, *, largest: int = 128, sides: bool = True) -> Iterator[History]:
    """Every round of one simulated tournament, before it is paired; the pairings are those of the service."""
    chance = random.Random(seed)
    size = min(largest, chance.choice([chance.randint(4, most) for most in (12, 24, 48, 128)]))
    rounds = chance.randint(2, max(2, min(MOST_ROUNDS, size - 1, swiss.round_count(size) + 3)))
    hazard = {name: chance.choice((0, 0, most)) for name, most in PER_CENT.items()}
    late = {one: chance.randint(2, rounds) for one in range(1, size + 1) if chance.random() * 100 < hazard["late"]}
    pairs = chance.sample(range(1, size + 1), 2) if chance.random() < 0.1 else []
    field = Field(tuple(range(1, size + 1)), str(seed), apart=frozenset([frozenset(pairs)]) if pairs else frozenset())
    for number in range(1, rounds + 1):
        absent = {one: rest(number, one) for one in field.active if number < rounds and chance.random() * 100 < hazard["rests"]}
        absent |= {one: Played(number, (one,), (1,), label=REST, shares=(Fraction(),)) for one, first in late.items() if number < first}
        there = tuple(one for one in field.active if one not in absent)
        if len(there) < 2:
            return
        yield History(field, there, rounds, sides)
        played = [result(chance, number, Meeting(two if two[1] else two[:1], NO_REASON), hazard)
                  for two in swiss.pairs(field, there, rounds=rounds, sides=sides)]  # fmt: skip
        gone = {one: number for one in there if chance.random() * 100 < hazard["leaves"]}
        byes = [absent[one] for one in field.active if one in absent]
        field = replace(field, history=(*field.history, *played, *byes), left={**field.left, **gone}, begun=number)


def result(chance: random.Random, number: int, meeting: Meeting, hazard: dict[str, int]) -> Played:
    """A simulated result; the better seed wins more often."""
    if meeting.is_bye:
        return Played(number, meeting.seats, (1,))
    if chance.random() * 100 < hazard["forfeits"]:
        if chance.random() < 0.2:
            return Played(number, meeting.seats, (1, 1), shares=(Fraction(), Fraction()), forfeit=True)
        return Played(number, meeting.seats, chance.choice(((1, 2), (2, 1))), forfeit=True)
    if chance.random() * 100 < hazard["draws"]:
        return Played(number, meeting.seats, (1, 1))
    first_wins = chance.random() < (0.65 if meeting.seats[0] < meeting.seats[1] else 0.35)
    return Played(number, meeting.seats, (1, 2) if first_wins else (2, 1))


def wild_field(seed: int) -> Field:
    """A simulated history with randomly drawn pairings, with every kind of bye and forfeit, for tests of tie-breaks."""
    chance = random.Random(seed)
    size, rounds = chance.randint(3, 14), chance.randint(1, 7)
    hazard = {"forfeits": chance.choice((0, 25)), "draws": chance.choice((10, 60))}
    field = Field(tuple(range(1, size + 1)), str(seed))
    for number in range(1, rounds + 1):
        order = chance.sample(field.active, len(field.active))
        asking = [order.pop() for _one in order[:] if chance.random() < 0.1]
        played = [Played(number, (one,), (1,), label=REST, shares=(Fraction(chance.choice((0, 1, 2)), 2),)) for one in asking]
        while order:
            seats = tuple(order.pop() for _seat in range(min(2, len(order))))
            played.append(result(chance, number, Meeting(seats, NO_REASON), hazard))
        gone = {one: number for one in field.active if chance.random() < 0.06 and len(field.active) > 2}
        field = replace(field, history=(*field.history, *played), left={**field.left, **gone}, begun=number)
    return field
