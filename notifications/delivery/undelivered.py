"""Record what was not sent, for mails and calls alike: refused batches, rows without a text, errors of ours."""

import logging
from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from notifications import kinds
from notifications.channels.base import Refused
from notifications.channels.email.channel import MAIL
from notifications.channels.registry import CHANNELS
from notifications.delivery import results
from notifications.delivery.batches import Batch
from notifications.delivery.fallback import queue_fallbacks
from notifications.delivery.results import Tally
from notifications.mail.compose import Outcome
from notifications.mail.mail import Mail
from notifications.models import Message
from notifications.process.other_process import RETRY_AFTER

log = logging.getLogger(__name__)


def without_text(outcome: Outcome, now: datetime) -> Counter[str]:
    """Record the rows of a composed batch that are not part of it: obsolete, failed, or left to another process."""
    tally = Counter(superseded=results.superseded(outcome.stale))
    leaves_batch = bool(outcome.kept)
    for row, reason in outcome.crashed:
        tally.update(results.crashed([row], reason, now, leaves_batch=leaves_batch))
    for row, reason in outcome.deferred:
        tally["later"] += results.postponed([row], reason, now + RETRY_AFTER, leaves_batch=leaves_batch)
    return tally


@transaction.atomic(savepoint=False)
def refused(batch: Batch, rows: list[Message], mail: Mail, error: Refused, now: datetime) -> Tally:
    """Record a refusal; in the same transaction, queue a message that will never arrive for the next channel."""
    reason = str(error)
    settled = results.bounced(rows, reason, mail) if error.permanent else results.later(rows, reason, now)
    if settled.get("bounced") or settled.get("dead"):
        settled["fanned_out"] = queue_fallbacks(rows)
        report(rows, reason)
    if error.suppress:
        results.block(batch.recipient, CHANNELS[batch.medium].addresses(rows)[rows[0].pk], reason, now)
    return settled


def failed(batch: Batch, error: Exception, now: datetime) -> Tally:
    """Record an error of ours while a batch was sent. Call it in an `except` block, for the traceback in the log."""
    log.exception("message_failed: message %s", batch.rows[0].pk)
    return results.crashed(list(batch.rows), f"Sending failed: {type(error).__name__}", now)


def report(rows: Iterable[Message], why: str) -> None:
    """Call `Kind.failed` for mails that will never arrive, in the transaction that records the failure."""
    for row in rows:
        kind = kinds.get(row.kind)
        if row.channel == MAIL and kind is not None and kind.failed is not None:
            kind.failed(row, why)
