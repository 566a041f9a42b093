"""Claim due calls: one short transaction reads the endpoints, leases what may be called now and commits."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction

from notifications.claim import Claim, recover_leases, triage
from notifications.lanes import circuits
from notifications.lanes.candidates import Candidate, candidates
from notifications.lanes.choice import choose
from notifications.lanes.rules import Rules
from notifications.models import Message

LOCK = 0x66617465
"""The first key of the advisory locks (`pg_try_advisory_xact_lock`); the second is the hash of the lane's name."""


@dataclass(slots=True)
class Claimed:
    """The result of one claim: letters to send, their endpoints by message, and the number of postponed messages."""

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
