"""Claim due calls: one short transaction reads the endpoints, leases what may be called now and commits."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction

from notifications.delivery.claim import Claim, recover_leases, triage
from notifications.lanes import circuits
from notifications.lanes.candidates import Candidate, candidates
from notifications.lanes.rules import Rules
from notifications.models import Message

LOCK = 0x66617465
"""The first key of the advisory locks (`pg_try_advisory_xact_lock`); the second is the hash of the lane's name."""


@dataclass(slots=True)
class Claimed:
    """The result of one claim: batches to send, their endpoints by message, and the number of postponed messages."""

    claim: Claim = field(default_factory=Claim)
    endpoints: dict[int, Candidate] = field(default_factory=dict)
    postponed: int = 0


@transaction.atomic(durable=True)
def claim(rules: Rules, now: datetime, *, used: int, room: int) -> Claimed:
    """Lease up to `room` calls, while this process has `used` slots in use.

    One process at a time claims from a lane, so that limits across processes are counted correctly; another one gets nothing and tries
    again.
    """
    result = Claimed()
    if room < 1 or not _lock_lane(rules):
        return result
    result.claim.dead = recover_leases(now)
    found = candidates(rules.medium, now)
    is_open = {one.id for one in found if not one.busy and one.open_until is not None and one.open_until > now}
    if is_open:
        result.postponed = circuits.postpone([one for one in found if one.id in is_open], now)
    chosen = choose(rules, [one for one in found if one.id not in is_open], used, room)
    if chosen:
        result.endpoints = {one.id: one for one in chosen}
        due = Message.objects.filter(pk__in=result.endpoints, state=Message.State.QUEUED).prefetch_related("recipient")
        triage(list(due.select_for_update(skip_locked=True).order_by("not_before", "id")), now, result.claim)
    return result


def _lock_lane(rules: Rules) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, hashtext(%s))", [LOCK, rules.medium])
        return bool(cursor.fetchone()[0])


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
