"""Circuit breakers: an endpoint that fails is not called for a while, then tried with one call. They are rows, so all processes share them
and they survive a restart.

Messages that wait for an open circuit are postponed together without counting an attempt; after a successful call all become due at once.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import connection
from django.db.models.functions import Now

from notifications.channels.registry import calling
from notifications.clock import database_now
from notifications.delivery.fallback import queue_fallbacks
from notifications.delivery.results import delay
from notifications.lanes.candidates import Candidate
from notifications.lanes.rules import Rules
from notifications.models import Circuit, Message

STATE = ("failures", "failing_since", "open_until", "prompt", "changed_at")
LONGEST_OPEN = timedelta(hours=1)
PATIENCE = timedelta(days=4)
"""After this time a failing webhook is disabled, and what waits for a failing push service is given up."""

KEPT = timedelta(days=30)
WAITING = "Its server is not called at the moment, because it did not answer or only failed."

POSTPONE = """
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
    """A call succeeded. Writes only changes, so nothing for an endpoint that works; releases postponed messages."""
    if one.failures == 0 and one.prompt == prompt:
        return
    closed = Circuit(name=one.circuit, failures=0, failing_since=None, open_until=None, prompt=prompt, changed_at=now)
    Circuit.objects.bulk_create([closed], update_conflicts=True, unique_fields=["name"], update_fields=STATE)
    if one.failures:
        release(one.circuit, now)


def failed(one: Candidate, rules: Rules, now: datetime, *, silent: bool) -> None:
    """A call failed; `silent`: without a response in time. Inside a transaction. While the circuit is open, failures do not count."""
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


def postpone(open_ones: Iterable[Candidate], now: datetime) -> int:
    """Postpone the due messages of endpoints with an open circuit until its next trial; returns the number of messages."""
    given_up, waiting = list[Candidate](), list[Candidate]()
    for one in open_ones:
        failing_too_long = one.failing_since is not None and one.failing_since <= now - PATIENCE
        (given_up if failing_too_long else waiting).append(one)
    count = _give_up([one.channel for one in given_up], now)
    if waiting:
        with connection.cursor() as cursor:
            cursor.execute(POSTPONE, [[one.channel for one in waiting], [one.open_until for one in waiting], now, WAITING])
            count += cursor.rowcount
    return count


def _give_up(channels: list[str], now: datetime) -> int:
    """Give up these messages after days of failures and queue the fallbacks."""
    due = Message.objects.filter(channel__in=channels, state=State.QUEUED, not_before__lte=now)
    rows = list(due.select_for_update(skip_locked=True)) if channels else []
    if rows:
        Message.objects.filter(pk__in=[row.pk for row in rows]).update(state=State.DEAD, error=WAITING)
        queue_fallbacks(rows)
    return len(rows)


def release(circuit: str, now: datetime) -> None:
    """Make postponed messages due: of one endpoint, or of all endpoints of the circuit's host."""
    medium, _colon, host = circuit.partition(":")
    source = calling(medium).source
    of_host = OF_HOST.format(medium=medium, table=source.table, address=source.address)
    channels = "%(circuit)s" if source.circuit_per_endpoint else of_host
    with connection.cursor() as cursor:
        cursor.execute(RELEASE.format(channels=channels), {"waiting": WAITING, "now": now, "circuit": circuit, "host": host})


def allow_trial(circuit: str) -> None:
    """Let the next call be the trial, because a user asks for it."""
    Circuit.objects.filter(name=circuit).exclude(open_until=None).update(open_until=Now())


def reset(circuit: str) -> None:
    """Forget earlier failures, because the endpoint was changed or enabled, and make its postponed messages due."""
    Circuit.objects.filter(name=circuit).delete()
    release(circuit, database_now())


def forget(now: datetime) -> None:
    """Delete circuits that have not changed for KEPT."""
    Circuit.objects.filter(changed_at__lt=now - KEPT).delete()
