"""Swiss pairing by a maximum-weight matching over everybody at once.

What is to be avoided, the worst first: meeting again (or somebody one keeps apart from), a second bye, the same role again for two
who both had it more often, opponents of unequal score. Within a score the upper half meets the lower half, as in the FIDE Dutch system
(C.04.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from games.rules.messages import Message, msg
from games.tournaments.formats.meetings import REST, Field, Meeting, byes, role_balance, seated, times_met
from games.tournaments.formats.scoring import totals

NOBODY = -1
AGAIN, SECOND_BYE, SAME_ROLE, UNEQUAL = 10**12, 10**11, 10**9, 10**4
"""What one breach costs. A worse one is never bought by any number of lesser ones among two hundred entrants."""


def round_count(size: int) -> int:
    """Rounds until one entrant without a loss is left, if there are no draws."""
    return max(0, (size - 1).bit_length())


class Pairing:
    """One round's weighing of every possible pair."""

    def __init__(self, field: Field, there: Sequence[int], *, roles: bool) -> None:
        """`there` are those to be paired; `roles`: the first and the last seat are different roles that have to be shared fairly."""
        self.field, self.roles = field, roles
        self.points = totals(field)
        self.met, self.had_bye, self.balance = times_met(field.history), byes(field.history), role_balance(field.history)
        seeds = {entrant: place for place, entrant in enumerate(field.entrants)}
        self.order = sorted(there, key=lambda entrant: (-self.points[entrant], seeds[entrant]))
        self.place, self.half = self._fold()

    def _fold(self) -> tuple[dict[int, int], dict[int, int]]:
        """Everybody's place within the own score group, and half of that group's size."""
        groups: dict[Fraction, list[int]] = {}
        for entrant in self.order:
            groups.setdefault(self.points[entrant], []).append(entrant)
        place = {entrant: number for group in groups.values() for number, entrant in enumerate(group)}
        return place, {entrant: max(1, len(group) // 2) for group in groups.values() for entrant in group}

    def cost(self, one: int, other: int) -> int:
        """What is wrong with this pair; 0 is perfect."""
        gap = self.points[one] - self.points[other]
        pair = frozenset((one, other))
        cost = AGAIN * (self.met.get(pair, 0) + (pair in self.field.apart)) + UNEQUAL * int(4 * gap * gap)
        ours, theirs = self.balance.get(one, 0), self.balance.get(other, 0)
        if self.roles and ours * theirs > 0:
            cost += SAME_ROLE * min(abs(ours), abs(theirs)) ** 2
        if gap == 0:
            cost += abs(abs(self.place[one] - self.place[other]) - self.half[one])
        return cost

    def cost_of_bye(self, entrant: int) -> int:
        """The lowest of the standings who had none gets it."""
        above_last = len(self.order) - 1 - self.order.index(entrant)
        lowest = min(self.points[other] for other in self.order)
        return SECOND_BYE * self.had_bye.get(entrant, 0) + UNEQUAL * int(4 * (self.points[entrant] - lowest) ** 2) + above_last

    def best(self) -> list[tuple[int, int]]:
        """The pairs with the least that is wrong; `NOBODY` beside whoever has a bye."""
        import networkx as nx  # here: it weighs 11 MB, and most processes never pair anybody

        graph: nx.Graph[int] = nx.Graph()
        for number, one in enumerate(self.order):
            for other in self.order[number + 1 :]:
                graph.add_edge(one, other, weight=-self.cost(one, other))
            if len(self.order) % 2:
                graph.add_edge(one, NOBODY, weight=-self.cost_of_bye(one))
        pairs = nx.max_weight_matching(graph, maxcardinality=True)
        return sorted((self._seated(*pair) for pair in pairs), key=lambda pair: self.order.index(pair[0]))

    def _seated(self, one: int, other: int) -> tuple[int, int]:
        return (max(one, other), NOBODY) if NOBODY in (one, other) else seated(self.field, one, other, balance=self.balance)

    def why(self, one: int, other: int) -> Message:
        """The pair explained."""
        if other == NOBODY:
            return msg("An odd number plays: the lowest of the standings who had no bye yet has one.")
        ours, theirs = str(self.points[one]), str(self.points[other])
        if self.met.get(frozenset((one, other))):
            return msg("They meet again: nobody is left whom they have not met. Points {ours} and {theirs}.", ours=ours, theirs=theirs)
        if ours == theirs:
            return msg("Both have {points} points and have not met.", points=ours)
        return msg("Points {ours} and {theirs}: the closest who have not met and whose roles fit.", ours=ours, theirs=theirs)


def plan(field: Field, *, rounds: int, roles: bool = True) -> list[Meeting]:
    """The next round of `rounds`; empty when they are played or fewer than two are left. Nobody sits out the last one."""
    number = field.next_round
    if number > rounds or len(field.active) < 2:
        return []
    resting = [entrant for entrant in field.active if number < rounds and number in field.rests.get(entrant, ())]
    pairing = Pairing(field, [entrant for entrant in field.active if entrant not in resting], roles=roles)
    pairs = [
        Meeting((one,) if other == NOBODY else (one, other), pairing.why(one, other))
        for one, other in pairing.best()
    ]  # fmt: skip
    return pairs + [Meeting((entrant,), msg("Sits out this round, as they asked, for half a point."), REST) for entrant in resting]
