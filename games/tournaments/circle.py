"""Round robin by the circle method, numbered and seated as in the Berger tables (FIDE Handbook C.05, annex 1)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.rules.messages import msg
from games.tournaments.meeting import Field, Meeting


def round_count(size: int) -> int:
    """How many rounds it takes until everybody met everybody."""
    return 0 if size < 2 else size - 1 + size % 2


def berger(size: int, number: int) -> list[tuple[int, int]]:
    """The pairs of round `number` (from 1) among the places 1 to `size`, first seat first; an odd one out is paired with `size + 1`."""
    top = size + size % 2
    around = top - 1
    alone = next(place for place in range(1, around + 1) if (2 * place - number - 1) % around == 0)
    pairs = [(alone, top) if number % 2 else (top, alone)]
    for step in range(1, top // 2):
        pairs.append(((alone + step - 1) % around + 1, (alone - step - 1) % around + 1))
    return pairs


def plan(field: Field) -> list[Meeting]:
    """The next round; empty when everybody has met. Those who withdrew give their opponents a bye."""
    if len(field.active) < 2:
        return []
    return meetings(field.entrants, field.out, field.next_round)


def meetings(entrants: Sequence[int], out: Collection[int], number: int, label: str = "") -> list[Meeting]:
    """Round `number` (from 1) of those entrants, in the order of their places; empty when it takes fewer rounds."""
    size = len(entrants)
    found = []
    for pair in berger(size, number) if number <= round_count(size) else ():
        seats = tuple(entrants[place - 1] for place in pair if place <= size and entrants[place - 1] not in out)
        if len(seats) == 2:
            why = msg("Round {round} of the Berger table: places {one} and {two}.", round=number, one=pair[0], two=pair[1])
            found.append(Meeting(seats, why, label))
        elif seats:
            found.append(Meeting(seats, msg("The opponent of this round of the Berger table is missing."), label))
    return found
