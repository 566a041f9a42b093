"""Circuit breakers: an endpoint that fails is left alone for a while, then tried with one call. They are rows, so all processes
share them and a restart forgets none.

What waits for an open circuit is put off as a whole and loses no attempt; when a call succeeds it all becomes due at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import connection
from django.db.models.functions import Now

from notifications.channels.registry import calling
from notifications.clock import database_now
from notifications.delivery_results import delay
from notifications.fallback import queue_fallbacks
from notifications.lanes.candidates import Candidate
from notifications.lanes.rules import Rules
from notifications.models import Circuit, Message

STATE = ("failures", "failing_since", "open_until", "prompt", "changed_at")
LONGEST_OPEN = timedelta(hours=1)
PATIENCE = timedelta(days=4)
"""A webhook that only fails is switched off by then; what waits for a push service that only fails is given up."""

KEPT = timedelta(days=30)
WAITING = "Its server is not called at the moment, because it did not answer or only failed."

PUT_OFF = """
WITH held AS MATERIALIZED (
    SELECT q.id, o.until FROM unnest(%s::text[], %s::timestamptz[]) AS o (channel, until)
      JOIN notifications_message AS q ON q.channel = o.channel
     WHERE q.state = 'queued' AND q.channel <> 'email' AND q.not_before <= %s
       FOR UPDATE OF q SKIP LOCKED
)
UPDATE notifications_message AS m SET not_before = held.until, error = %s FROM held WHERE m.id = held.id
"""

RELEASE = """
UPDATE notifications_message SET not_before = %(now)s, error = ''
 WHERE channel IN ({channels}) AND state = 'queued' AND channel <> 'email' AND not_before > %(now)s AND error = %(waiting)s
"""
OF_HOST = "SELECT '{medium}:' || id FROM {table} WHERE lower(substring({address} FROM '//([^/?#]*)')) = %(host)s"

State = Message.State


def succeeded(one: Candidate, now: datetime, *, prompt: bool) -> None:
    """A call was taken. Writes only what is new, which is nothing for an endpoint that works; releases what has waited."""
    if one.failures == 0 and one.prompt == prompt:
        return
    good = Circuit(name=one.circuit, failures=0, failing_since=None, open_until=None, prompt=prompt, changed_at=now)
    Circuit.objects.bulk_create([good], update_conflicts=True, unique_fields=["name"], update_fields=STATE)
    if one.failures:
        release(one.circuit, now)


def failed(one: Candidate, rules: Rules, now: datetime, *, silent: bool) -> None:
    """Inside a transaction: a call failed; `silent`: nothing came back in time. While the circuit is open, failures add nothing to it."""
    Circuit.objects.bulk_create([Circuit(name=one.circuit)], ignore_conflicts=True)
    circuit = Circuit.objects.select_for_update().get(pk=one.circuit)
    if circuit.open_until is not None and circuit.open_until > now:
        return
    weight = rules.silence_weighs if silent and circuit.failures < rules.opens_after else 1
    circuit.failures += weight
    circuit.failing_since = circuit.failing_since or now
    circuit.prompt, circuit.changed_at = False, now
    if circuit.failures >= rules.opens_after:
        openings = circuit.failures - rules.opens_after + 1
        circuit.open_until = now + min(delay(openings, one.id), LONGEST_OPEN)
    circuit.save()


def put_off(open_ones: Iterable[Candidate], now: datetime) -> int:
    """Let everything that is due at endpoints with an open circuit wait until that is tried again; returns the number of messages."""
    given_up, waiting = list[Candidate](), list[Candidate]()
    for one in open_ones:
        long_dead = one.failing_since is not None and one.failing_since <= now - PATIENCE
        (given_up if long_dead else waiting).append(one)
    count = _give_up([one.channel for one in given_up], now)
    if waiting:
        with connection.cursor() as cursor:
            cursor.execute(PUT_OFF, [[one.channel for one in waiting], [one.open_until for one in waiting], now, WAITING])
            count += cursor.rowcount
    return count


def _give_up(channels: list[str], now: datetime) -> int:
    """Nothing has come back for days: these messages go their next way."""
    due = Message.objects.filter(channel__in=channels, state=State.QUEUED, not_before__lte=now)
    rows = list(due.select_for_update(skip_locked=True)) if channels else []
    if rows:
        Message.objects.filter(pk__in=[row.pk for row in rows]).update(state=State.DEAD, error=WAITING)
        queue_fallbacks(rows)
    return len(rows)


def release(circuit: str, now: datetime) -> None:
    """Make due what was put off: the messages of one address, or of all addresses of the host that the circuit is for."""
    medium, _colon, host = circuit.partition(":")
    source = calling(medium).source
    of_host = OF_HOST.format(medium=medium, table=source.table, address=source.address)
    channels = "%(circuit)s" if source.circuit_per_endpoint else of_host
    with connection.cursor() as cursor:
        cursor.execute(RELEASE.format(channels=channels), {"waiting": WAITING, "now": now, "circuit": circuit, "host": host})


def try_now(circuit: str) -> None:
    """Somebody asks for a call: the next one is the trial, without waiting for its time."""
    Circuit.objects.filter(name=circuit).exclude(open_until=None).update(open_until=Now())


def begin_anew(circuit: str) -> None:
    """The endpoint is another one now, or is given another chance: nothing is held against it, and what has waited is due."""
    Circuit.objects.filter(name=circuit).delete()
    release(circuit, database_now())


def forget(now: datetime) -> None:
    """Drop what was said of endpoints long ago."""
    Circuit.objects.filter(changed_at__lt=now - KEPT).delete()
