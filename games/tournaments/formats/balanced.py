"""Round robin of tables of several seats: the tables of a round depend on earlier meetings only, not on points.

For some numbers of entrants there is a schedule in which no two meet twice (the "social golfer" problem): the lines of an affine plane over
a finite field. It is used as long as nobody has withdrawn and it repeats no pair. Otherwise each round is found by a local search: several
random starts, each improved by exchanges between two tables.
"""

import random
from collections.abc import Mapping, Sequence
from itertools import combinations

from games.rules.messages import Message, msg, plural
from games.tournaments.formats.group_tables import in_turn, sitting_out, sizes
from games.tournaments.formats.meetings import Field, Meeting, drawn, times_met

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)
FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Multiplication table of the field with four elements; its addition is the bitwise exclusive or."""

BEGINNINGS = 200
WORK = 40_000
"""Limits of the search: at most `BEGINNINGS` random starts, fewer for large fields, in proportion to `WORK` over the squared field size."""

Tables = list[list[int]]


def round_count(people: int, least: int, most: int) -> int:
    """A lower bound of the number of rounds in which everybody meets everybody; 0 if there are too few people for one table."""
    widths = sizes(people, least, most)
    return -(-(people - 1) // (widths[0] - 1)) if widths else 0


def lines(width: int, tables: int) -> list[Tables]:
    """Rounds of `tables` tables of `width` seats in which no two places (counted from 0) meet twice; [] if no construction is implemented.

    A place is `row * tables + element`, where the element of the finite field follows from table and row: each round is the set of parallel
    lines of one slope. With as many rows as elements, the rows themselves are one more round, after which everybody has met everybody.
    """
    if not (tables in PRIMES or tables == len(FOUR)) or width > tables:
        return []

    def element(table: int, row: int, slope: int) -> int:
        return table ^ FOUR[row][slope] if tables == len(FOUR) else (table + row * slope) % tables

    found = [
        [[row * tables + element(table, row, slope) for row in range(width)] for table in range(tables)] for slope in range(tables)
    ]  # fmt: skip
    if width == tables:
        found.append([list(range(row * tables, (row + 1) * tables)) for row in range(width)])
    return found


def known(field: Field, least: int, most: int) -> list[Tables]:
    """The rounds of the known schedule for all entrants; empty without one, or after a withdrawal."""
    widths = sizes(len(field.entrants), least, most)
    if field.left or not widths or widths[0] != widths[-1] or sum(widths) != len(field.entrants):
        return []
    order = drawn(field.seed, "places", field.entrants)
    return [[[order[place] for place in table] for table in tables] for tables in lines(widths[0], len(widths))]


def plan(field: Field, *, rounds: int, least: int, most: int) -> list[Meeting]:
    """The meetings of the next round of `rounds`; empty after the last round, or if too few are active for one table."""
    number, widths = field.next_round, sizes(len(field.active), least, most)
    if number > rounds or not widths:
        return []
    schedule = known(field, least, most)
    met = times_met(field.history)
    line = schedule[number - 1] if number <= len(schedule) else []
    if line and not any(pair in met or pair in field.apart for table in line for pair in map(frozenset, combinations(table, 2))):
        return [Meeting(in_turn(table, field), _why_line(number, min(rounds, len(schedule)))) for table in line]
    free = sitting_out(field, drawn(field.seed, f"tables {number}", field.active), len(field.active) - sum(widths))
    people = [entrant for entrant in field.active if entrant not in free]
    found = searched(people, widths, met, field.apart, f"{field.seed} {number}")
    meetings = [Meeting(in_turn(table, field), _why(table, met)) for table in found]
    return meetings + [
        Meeting((entrant,), msg("No table of the announced size was left; who has sat out least does so now.")) for entrant in free
    ]


def _why_line(number: int, last: int) -> Message:
    return msg("Round {round} of a schedule of {last} in which no two people meet twice.", round=number, last=last)


def _why(table: Sequence[int], met: Mapping[frozenset[int], int]) -> Message:
    """The reason of a table: number of repeated pairs."""
    again = sum(frozenset(two) in met for two in combinations(table, 2))
    if not again:
        return msg("Nobody at this table has met before.")
    return plural("{count} pair at this table has met before; no seating with fewer was found.",
                  "{count} pairs at this table have met before; no seating with fewer was found.", again)  # fmt: skip


def searched(
    people: Sequence[int], widths: Sequence[int], met: Mapping[frozenset[int], int], apart: frozenset[frozenset[int]], seed: str
) -> Tables:
    """The best tables found: least sum of squared meetings per pair, with forbidden pairs weighted most. Deterministic for a seed."""
    weight = {
        one: {other: met.get(frozenset((one, other)), 0) ** 2 + 10_000 * (frozenset((one, other)) in apart) for other in people}
        for one in people
    }
    chance, best, least = random.Random(seed), Tables(), -1
    for _beginning in range(max(2, min(BEGINNINGS, WORK // max(1, len(people) ** 2) * 4))):
        tables = _greedy(chance.sample(list(people), len(people)), widths, weight)
        _exchange(tables, weight)
        cost = sum(weight[one][other] for table in tables for one, other in combinations(table, 2))
        if least < 0 or cost < least:
            best, least = tables, cost
        if least == 0:
            break
    return best


def _greedy(order: list[int], widths: Sequence[int], weight: Mapping[int, Mapping[int, int]]) -> Tables:
    left, tables = order, Tables()
    for width in widths:
        table = [left.pop()]
        while len(table) < width:
            chosen = min(left, key=lambda one: sum(weight[one][other] for other in table))
            left.remove(chosen)
            table.append(chosen)
        tables.append(table)
    return tables


def _exchange(tables: Tables, weight: Mapping[int, Mapping[int, int]]) -> None:
    """Exchange entrants between two tables while the cost falls."""
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            for here in range(len(one)):
                for there in range(len(other)):
                    leaves, comes = one[here], other[there]
                    change = sum(weight[comes][seat] - weight[leaves][seat] for seat in one if seat != leaves)
                    change += sum(weight[leaves][seat] - weight[comes][seat] for seat in other if seat != comes)
                    if change < 0:
                        one[here], other[there], better = comes, leaves, True


def quality(field: Field) -> tuple[int, int]:
    """Least and greatest number of meetings over all pairs of active entrants."""
    met = times_met(field.history)
    counts = [met.get(frozenset(two), 0) for two in combinations(field.active, 2)]
    return min(counts, default=0), max(counts, default=0)
