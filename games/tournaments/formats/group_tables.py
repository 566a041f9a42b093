"""Pairing of tables of three to seven seats by points: entrants with equal points sit together, and repeated pairs are avoided.

The first seating is by points. Then entrants are exchanged between tables as long as this lowers the cost: first repeated pairs (in a Swiss
no two meet twice), then differences of points, then entrants who sit below their points twice in a row. Seats rotate within a table.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from games.rules.messages import Message, msg, plural
from games.tournaments.formats.meetings import Field, Meeting, byes, drawn, times_met
from games.tournaments.formats.scoring import decimal, totals

AGAIN = 100
"""A repeated pair costs as much as a difference of this many points (costs are squared differences)."""

PASSES = 20

FINE = 55_440
"""Score units per point: points of tables of up to twelve seats are whole multiples of 1/55440."""


def sizes(count: int, least: int, most: int) -> list[int]:
    """Table sizes, larger first, each within `least` to `most`, differing by one at most.

    Their sum is `count`, or the greatest smaller number for which such sizes exist; [] if there is none.
    """
    for people in range(count, least - 1, -1):
        tables = -(-people // most)
        if tables * least <= people:
            small, larger = divmod(people, tables)
            return [small + 1] * larger + [small] * (tables - larger)
    return []


class Seating:
    def __init__(self, field: Field) -> None:
        """Sort the active entrants by points; the order of equal points is drawn for each round."""
        self.points, self.met, self.apart = totals(field), times_met(field.history), field.apart
        self.order = sorted(drawn(field.seed, f"tables {field.next_round}", field.active), key=lambda entrant: -self.points[entrant])

        self.floated = _floated_down(field)
        self.weight = {one: {other: self._weight(one, other) for other in self.order} for one in self.order}

    def _weight(self, one: int, other: int) -> int:
        """The cost of seating these two at one table: earlier meetings and unequal points. Integers, for speed."""
        gap = int((self.points[one] - self.points[other]) * FINE)
        pair = frozenset((one, other))
        above = one if gap > 0 else other
        again = self.met.get(pair, 0) + 100 * (pair in self.apart)
        return AGAIN * FINE**2 * again**2 + gap * gap + (abs(gap) if gap and above in self.floated else 0)

    def why(self, table: Sequence[int]) -> Message:
        """The reason of a table: range of points and number of repeated pairs."""
        points = [self.points[seat] for seat in table]
        again = sum(frozenset(two) in self.met for two in combinations(table, 2))
        facts = {"least": decimal(min(points)), "most": decimal(max(points))}
        if again:
            return plural("Points from {least} to {most}; {count} pair here has met before.",
                          "Points from {least} to {most}; {count} pairs here have met before.", again, **facts)  # fmt: skip
        if min(points) == max(points):
            return msg("All have equal points ({most}), and no two have met before.", most=facts["most"])
        return msg("Points from {least} to {most}; no two have met before.", **facts)

    def improve(self, tables: list[list[int]]) -> None:
        """Exchange entrants between tables while the cost falls; bounded by `PASSES` and deterministic."""
        for _pass in range(PASSES):
            changes = [self._exchange(one, other) for one, other in combinations(tables, 2)]
            if not any(changes):
                return

    def _exchange(self, one: list[int], other: list[int]) -> bool:
        """Do the first exchange between two tables that lowers their cost; False without one."""
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
    """The next round of `rounds`; empty after the last one or with too few active entrants for a table."""
    widths = sizes(len(field.active), least, most)
    if field.next_round > rounds or not widths:
        return []
    seating = Seating(field)
    free = sitting_out(field, list(reversed(seating.order)), len(field.active) - sum(widths))
    left = [entrant for entrant in seating.order if entrant not in free]
    tables = [[left.pop(0) for _seat in range(width)] for width in widths]
    seating.improve(tables)
    meetings = [Meeting(in_turn(table, field), seating.why(table)) for table in tables]
    return meetings + [
        Meeting((entrant,), msg("No table of the announced size was left; the lowest of those who have sat out least do so now."))
        for entrant in free
    ]  # fmt: skip


def sitting_out(field: Field, order: Sequence[int], count: int) -> list[int]:
    """The `count` entrants without a table, those with the fewest byes first, then in the given order."""
    had = byes(field.history)
    return sorted(order, key=lambda entrant: had.get(entrant, 0))[:count]


def _floated_down(field: Field) -> set[int]:
    """Entrants who had more points than the mean of their table in the latest round."""
    last = max((played.round for played in field.history), default=0)
    before = totals(replace(field, history=tuple(played for played in field.history if played.round < last)))
    return {
        seat
        for played in field.history if played.round == last and not played.is_bye
        for seat in played.seats if before[seat] * len(played.seats) > sum(before[other] for other in played.seats)
    }  # fmt: skip


def in_turn(table: Sequence[int], field: Field) -> tuple[int, ...]:
    """The entrants of a table in the order of their seats: those with the latest mean seat so far first."""
    places: dict[int, list[Fraction]] = {entrant: [] for entrant in table}
    for played in field.history:
        for index, entrant in enumerate(played.seats):
            if entrant in places and not played.is_bye:
                places[entrant].append(Fraction(index, len(played.seats) - 1))
    order = drawn(field.seed, f"seats {field.next_round}", table)
    return tuple(sorted(order, key=lambda entrant: -sum(places[entrant], Fraction()) / max(1, len(places[entrant]))))
