"""Tables of three to seven: those of equal points together, nobody with the same people again if it can be helped.

A greedy seating by points, then exchanges between tables as long as one makes the whole better. Seats go round by turns.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from games.rules.messages import msg
from games.tournaments.formats.meetings import Field, Meeting, byes, drawn, times_met
from games.tournaments.formats.scoring import totals

AGAIN = 100
"""Sitting together again weighs as much as this many whole points of difference, squared."""

PASSES = 20

FINE = 55_440
"""Points of tables of up to twelve are whole multiples of one part in this many."""


def sizes(count: int, least: int, most: int) -> list[int]:
    """Table sizes, larger first, all within `least` to `most` and differing by one at most; fewer people than `count` where it must be."""
    for people in range(count, least - 1, -1):
        tables = -(-people // most)
        if tables * least <= people:
            small, larger = divmod(people, tables)
            return [small + 1] * larger + [small] * (tables - larger)
    return []


class Seating:
    """One round's tables while they are being improved."""

    def __init__(self, field: Field) -> None:
        """Everybody by points; who has equal points stands in an order drawn for this round."""
        self.points, self.met, self.apart = totals(field), times_met(field.history), field.apart
        self.order = sorted(drawn(field.seed, f"tables {field.next_round}", field.active), key=lambda entrant: -self.points[entrant])

        self.weight = {one: {other: self._weight(one, other) for other in self.order} for one in self.order}

    def _weight(self, one: int, other: int) -> int:
        """What is wrong with these two at one table: that they met before, and unequal points. Whole numbers, for speed."""
        gap = int((self.points[one] - self.points[other]) * FINE)
        pair = frozenset((one, other))
        return AGAIN * FINE**2 * (self.met.get(pair, 0) + (pair in self.apart)) ** 2 + gap * gap

    def improve(self, tables: list[list[int]]) -> None:
        """Exchange two people of two tables as long as that helps; bounded, and always in the same order."""
        for _pass in range(PASSES):
            changes = [self._exchange(one, other) for one, other in combinations(tables, 2)]
            if not any(changes):
                return

    def _exchange(self, one: list[int], other: list[int]) -> bool:
        """The first exchange between two tables that makes both together better."""
        for here, leaves in enumerate(one):
            for there, comes in enumerate(other):
                old, new = self.weight[leaves], self.weight[comes]
                change = sum(new[seat] - old[seat] for seat in one if seat != leaves)
                change += sum(old[seat] - new[seat] for seat in other if seat != comes)
                if change < 0:
                    one[here], other[there] = comes, leaves
                    return True
        return False


def plan(field: Field, *, rounds: int, least: int = 3, most: int = 7) -> list[Meeting]:
    """The next round of `rounds`; empty when they are played or too few are left for one table."""
    widths = sizes(len(field.active), least, most)
    if field.next_round > rounds or not widths:
        return []
    seating = Seating(field)
    had = byes(field.history)
    spare = len(field.active) - sum(widths)
    lowest_first = list(reversed(seating.order))
    free = sorted(lowest_first, key=lambda entrant: had.get(entrant, 0))[:spare]
    left = [entrant for entrant in seating.order if entrant not in free]
    tables = [[left.pop(0) for _seat in range(width)] for width in widths]
    seating.improve(tables)
    meetings = [
        Meeting(_seated(table, field), msg("Equal points together, and as few as possible who sat together before.")) for table in tables
    ]
    return meetings + [Meeting((entrant,), msg("No table of the right size was left.")) for entrant in free]


def _seated(table: list[int], field: Field) -> tuple[int, ...]:
    """Whoever sat early more often sits later now: sorted by the mean place so far, latest first."""
    places: dict[int, list[Fraction]] = {entrant: [] for entrant in table}
    for played in field.history:
        for index, entrant in enumerate(played.seats):
            if entrant in places and not played.is_bye:
                places[entrant].append(Fraction(index, len(played.seats) - 1))
    order = drawn(field.seed, f"seats {field.next_round}", table)
    return tuple(sorted(order, key=lambda entrant: -sum(places[entrant], Fraction()) / max(1, len(places[entrant]))))
