"""Select the candidates to call now, within the limits per person and host."""

from collections import Counter
from collections.abc import Iterable

from notifications.lanes.candidates import Candidate
from notifications.lanes.rules import Rules

SUSPECT = 2
"""Crashes of the process during its call after which a message is called alone, because it may be the cause."""


class Selection:
    """Counts the calls in flight and selects further ones within the limits. `used` is the number of slots in use in this process."""

    def __init__(self, rules: Rules, used: int, busy: Iterable[Candidate]) -> None:
        self._rules, self.used = rules, used
        self.taken: list[Candidate] = []
        self._channels: set[str] = set()
        self._people, self._hosts, self._circuits = Counter[int](), Counter[str](), Counter[str]()
        for candidate in busy:
            self._count(candidate)

    def take(self, candidate: Candidate) -> bool:
        """Select it if every limit allows it."""
        if not self._within_limits(candidate):
            return False
        self._count(candidate)
        self.used += 1
        self.taken.append(candidate)
        return True

    def _within_limits(self, one: Candidate) -> bool:
        rules = self._rules
        if any(suspect(taken) for taken in self.taken) or (suspect(one) and self.used):
            return False
        return (
            self.used < rules.most(rules.slots, prompt=one.prompt)
            and one.channel not in self._channels
            and self._people[one.person] < rules.per_person
            and (not one.host or self._hosts[one.host] < rules.most(rules.per_host, prompt=one.prompt))
            and (one.failures < rules.opens_after or not self._circuits[one.circuit])
        )

    def _count(self, one: Candidate) -> None:
        self._channels.add(one.channel)
        self._people[one.person] += 1
        self._hosts[one.host] += 1
        self._circuits[one.circuit] += 1


def suspect(candidate: Candidate) -> bool:
    """Whether it is called alone, because it was in flight when processes died."""
    return candidate.crashes >= SUSPECT


def choose(rules: Rules, found: Iterable[Candidate], used: int, room: int) -> list[Candidate]:
    """Up to `room` candidates to call now, in their order."""
    found = list(found)
    selection = Selection(rules, used, [one for one in found if one.busy])
    for one in found:
        if len(selection.taken) >= room:
            break
        if not one.busy:
            selection.take(one)
    return selection.taken
