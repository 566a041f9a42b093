"""Judges a Swiss pairing by the results alone, independently of all code that pairs.

Absolute criteria are counted. Then, from the highest score group down and with the pairs above it kept, as few people as possible may
be left for lower groups while a complete pairing remains; in the last group, minimal score differences are accepted instead.
"Possible" is decided by a matching in the graph of allowed pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from itertools import combinations

import networkx as nx

from games.tournaments.formats.meetings import Field
from tests.bench.swiss_histories import History

BYE = 0
Pair = tuple[int, int]


def points_before(field: Field) -> dict[int, Fraction]:
    """Points of every entrant, computed here from ranks and shares."""
    total = dict.fromkeys(field.entrants, Fraction())
    for played in field.history:
        for place, seat in enumerate(played.seats):
            if played.shares:
                total[seat] += played.shares[place]
            elif len(played.seats) == 1:
                total[seat] += 1
            else:
                mine, theirs = played.ranks[place], played.ranks[1 - place]
                total[seat] += Fraction(1 + (mine < theirs) - (mine > theirs), 2)
    return total


class Judge:
    """The facts before one round."""

    def __init__(self, history: History) -> None:
        """Read the earlier meetings, points without a game, and seats."""
        self.history, field = history, history.field
        self.points = points_before(field)
        self.met = {frozenset(played.seats) for played in field.history if len(played.seats) == 2 and not played.forfeit}
        self.had_point = {
            seat for played in field.history for seat, rank in zip(played.seats, played.ranks, strict=True)
            if (len(played.seats) == 1 and not played.shares) or (played.forfeit and not played.shares and rank == 1)
        }  # fmt: skip
        games = [played for played in sorted(field.history, key=lambda one: one.round) if len(played.seats) == 2 and not played.forfeit]
        self.firsts = {one: [played.seats[0] == one for played in games if one in played.seats] for one in field.entrants}
        last = field.next_round == history.rounds
        self.top = {one for one in field.entrants if last and 2 * self.points[one] > field.next_round - 1}

    def due(self, one: int) -> int:
        """The side that an entrant must have: 1 the first, -1 the last, 0 either."""
        sides = self.firsts[one]
        balance = 2 * sum(sides) - len(sides)
        if abs(balance) > 1:
            return -1 if balance > 0 else 1
        if len(sides) > 1 and sides[-1] == sides[-2]:
            return -1 if sides[-1] else 1
        return 0

    def allowed(self, one: int, other: int) -> bool:
        """Whether the absolute criteria let these two meet, or `one` have the bye."""
        if BYE in (one, other):
            return max(one, other) not in self.had_point
        pair = frozenset((one, other))
        if pair in self.met or pair in self.history.field.apart:
            return False
        clash = self.history.sides and self.due(one) * self.due(other) > 0
        return not clash or bool({one, other} & self.top)

    def graph(self, people: Collection[int], worth: Callable[[int, int], int]) -> nx.Graph[int]:
        """The allowed pairs of these people; the bye is one of them when their number is odd."""
        graph: nx.Graph[int] = nx.Graph()
        everybody = [*people, *([BYE] if len(people) % 2 else [])]
        graph.add_nodes_from(everybody)
        allowed = [(one, other) for one, other in combinations(everybody, 2) if self.allowed(one, other)]
        graph.add_weighted_edges_from((one, other, worth(one, other)) for one, other in allowed)
        return graph

    def best(self, people: Collection[int], worth: Callable[[int, int], int]) -> int | None:
        """The greatest sum of a complete pairing of these people; None when there is no complete pairing."""
        graph = self.graph(people, worth)
        found = nx.max_weight_matching(graph, maxcardinality=True)
        return sum(worth(*two) for two in found) if 2 * len(found) == len(graph) else None

    def score(self, one: int) -> Fraction:
        """Points; those of the bye are below all others."""
        return min(self.points[other] for other in self.history.there) - 1 if one == BYE else self.points[one]

    def breaches(self, pairs: Collection[Pair]) -> Iterator[str]:
        """The faults of the pairing of the round, in sentences."""
        there = self.history.there
        if sorted(one for two in pairs for one in two if one != BYE) != sorted(there):
            yield "Not everybody is paired once."
            return
        if self.best(there, lambda _one, _other: 1) is None:
            return  # the standard does not cover this case
        if bad := [two for two in pairs if not self.allowed(*two)]:
            yield f"{bad} may not meet, though that can be avoided."
            return
        yield from self._by_groups(pairs)

    def _by_groups(self, pairs: Collection[Pair]) -> Iterator[str]:
        left = set(self.history.there)
        for score in sorted({self.points[one] for one in left}, reverse=True)[:-1]:
            upper = {one for one in left if self.points[one] >= score}

            def within(one: int, other: int, upper: Collection[int] = upper) -> int:
                return int(one in upper and other in upper)

            inside = [two for two in pairs if two[0] in upper and two[1] in upper]
            if len(inside) != self.best(left, within):
                if not self._least_differences([two for two in pairs if two[0] in left], left):
                    yield f"More people than need be are left over by those of {score} points and more."
                return
            left -= {one for two in inside for one in two}

    def _least_differences(self, pairs: Collection[Pair], people: Collection[int]) -> bool:
        """Whether the greatest score difference occurs as rarely as possible, then the next one, and so on."""
        gaps = sorted({abs(self.score(one) - self.score(other)) for one, other in combinations([BYE, *people], 2)})
        digit = {gap: (len(people) + 1) ** place for place, gap in enumerate(gaps)}

        def worth(one: int, other: int) -> int:
            return -int(digit[abs(self.score(one) - self.score(other))])

        return sum(worth(*two) for two in pairs) == self.best(people, worth)
