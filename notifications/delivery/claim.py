"""Claim due messages for delivery: one short transaction leases them, counts the attempt and commits.

Everything that can be decided without composing is decided here: unwanted, unreachable and suppressed messages get their final state,
messages of people who want several in one mail are held, the rest is leased and grouped into batches.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F, Q, QuerySet

from notifications import kinds
from notifications.channels.email.channel import MAIL
from notifications.delivery import batches, undelivered
from notifications.delivery.batches import Batch
from notifications.delivery.fallback import queue_fallbacks
from notifications.delivery.fan_out import fan_out
from notifications.delivery.results import MAX_CRASHES
from notifications.models import Message, Mode
from notifications.preferences.recipients import RecipientPreferences

LEASE = timedelta(seconds=60)
"""How long the messages of a dead worker wait before another one takes them."""

REFUSED_BEFORE = "Not sent: this address has refused our mail before."

State = Message.State


@dataclass(slots=True)
class Claim:
    """The result of one claim: batches to send, and the numbers of messages that were settled, held or added."""

    batches: list[Batch] = field(default_factory=list)
    superseded: int = 0
    bounced: int = 0
    held: int = 0
    dead: int = 0
    fanned_out: int = 0


@transaction.atomic(durable=True)
def claim(now: datetime, limit: int) -> Claim:
    """Lease up to `limit` due mails, and those that go into the same batches, until `now` + LEASE."""
    result = Claim(dead=recover_leases(now))
    due = _queued().filter(not_before__lte=now).order_by("not_before", "id")
    rows = list(due.filter(crashes=0)[:limit]) or list(due[:1])
    rows += _companions(rows)
    rows += _joining(rows, now)
    if rows:
        result.fanned_out = fan_out(rows)
        triage(rows, now, result)
    return result


def _queued() -> QuerySet[Message]:
    """Queued mails of kinds this release knows, locked; rows that another transaction has locked are skipped."""
    known = Message.objects.filter(channel=MAIL, state=State.QUEUED, kind__in=kinds.names())
    # People are fetched by a second query: joined, the planner may sort all due rows instead of walking the index.
    return known.prefetch_related("recipient").select_for_update(skip_locked=True)


def recover_leases(now: datetime) -> int:
    """Release expired leases; returns how many messages were given up after MAX_CRASHES lost workers.

    A released message keeps its Message-ID and is sent alone from now on (see `claim`), so that a message that kills its worker cannot
    affect others again.
    """
    expired = Message.objects.select_for_update(skip_locked=True).filter(state=State.SENDING, lease_until__lte=now)
    ids = list(expired.values_list("id", flat=True))
    if not ids:
        return 0
    lost = Message.objects.filter(id__in=ids)
    lost.update(state=State.QUEUED, crashes=F("crashes") + 1, lease_until=None)
    given_up = f"Given up: {MAX_CRASHES} workers died or went silent while sending this."
    return lost.filter(crashes__gte=MAX_CRASHES).update(state=State.DEAD, error=given_up)


def _companions(rows: list[Message]) -> list[Message]:
    """Messages that go into the same batches as `rows`: held ones of the same people, and the rest of batches tried before."""
    held = {(row.recipient_id, row.held) for row in rows if row.held and not row.message_id}
    tried = {row.message_id for row in rows if row.message_id}
    if not held and not tried:
        return []
    together = Q(message_id__in=tried)
    for person, mode in held:
        together |= Q(recipient_id=person, held=mode, message_id="")
    return list(_queued().filter(together).exclude(id__in=[row.pk for row in rows]).order_by("id"))


def _joining(rows: list[Message], now: datetime) -> list[Message]:
    """Messages of kinds that `join` another one of their thread that is sent now. One query."""
    threads = {(row.recipient_id, row.thread) for row in rows if row.thread and not row.held}
    if not threads:
        return []
    waiting = _queued().filter(kind__in=kinds.joining(), not_before__gt=now, not_before__lte=now + kinds.JOINS, message_id="", held="")
    found = waiting.filter(recipient_id__in={person for person, _thread in threads}).order_by("id")
    return [row for row in found if (row.recipient_id, row.thread) in threads]


def triage(rows: list[Message], now: datetime, result: Claim) -> None:
    """Sort claimed rows: superseded, bounced, held, postponed, or leased for sending."""
    recipients = RecipientPreferences(rows, now)
    unwanted, suppressed, to_hold, to_postpone, to_send = [], [], [], [], []
    for row in rows:
        if not recipients.wanted(row):
            unwanted.append(row)
        elif recipients.blocked(row):
            suppressed.append(row)
        elif not row.held and recipients.mode(row) != Mode.AT_ONCE:
            to_hold.append(row)
        elif recipients.waits(row):
            to_postpone.append(row)
        else:
            to_send.append(row)
    result.superseded = _settle(unwanted, State.SUPERSEDED, "Not wanted: switched off, or a recipient without an address.")
    result.bounced = _settle(suppressed, State.BOUNCED, REFUSED_BEFORE)
    undelivered.report(suppressed, REFUSED_BEFORE)
    result.fanned_out += queue_fallbacks([*suppressed, *(row for row in unwanted if row.stand_in)])
    result.held = _hold(to_hold, recipients) + _postpone_until_seen(to_postpone, recipients, now)
    result.batches = _lease(to_send, now)


def _settle(rows: list[Message], state: Message.State, reason: str) -> int:
    if not rows:
        return 0
    return Message.objects.filter(id__in=[row.pk for row in rows]).update(state=state, error=reason)


def _hold(rows: list[Message], recipients: RecipientPreferences) -> int:
    """Hold messages for batching; coalesced ones of one person are due together with the first of them."""
    if not rows:
        return 0
    windows = recipients.open_windows(rows)
    for row in rows:
        row.held = recipients.mode(row)
        if row.held == Mode.DAILY:
            row.not_before = recipients.daily_moment(row)
        else:
            row.not_before = windows.setdefault((row.recipient_id, row.channel, row.held), recipients.window_end(row))
    return Message.objects.bulk_update(rows, ["held", "not_before"])


def _postpone_until_seen(rows: list[Message], recipients: RecipientPreferences, now: datetime) -> int:
    """Postpone by one window; then it is checked again whether the recipient has been active."""
    for row in rows:
        row.not_before = recipients.window_end(row, now)
    return Message.objects.bulk_update(rows, ["not_before"]) if rows else 0


def _lease(rows: list[Message], now: datetime) -> list[Batch]:
    """Group the rows into batches and write lease, attempt and Message-ID in one statement."""
    grouped = batches.group(rows)
    ids = [row.pk for batch in grouped for row in batch.rows]
    message_ids = [batch.message_id for batch in grouped for _row in batch.rows]
    if ids:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE notifications_message AS m SET state = 'sending', attempts = m.attempts + 1, lease_until = %s,"
                " message_id = c.message_id FROM unnest(%s::bigint[], %s::text[]) AS c (id, message_id) WHERE m.id = c.id",
                [now + LEASE, ids, message_ids],
            )
    for row in rows:
        row.state, row.attempts = State.SENDING, row.attempts + 1
    return grouped
