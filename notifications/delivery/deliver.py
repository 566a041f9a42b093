"""Delivery of queued mails: one round claims, composes and sends what is due.

The order makes crashes harmless: lease and attempt are committed first (`claim`), then the batch is composed from the current state
outside any transaction, then sent, then marked as sent. A worker that dies in between leaves a lease that expires. A mail can be sent twice
only if the worker dies between sending and marking; both copies have the same Message-ID.
"""

import logging
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from notifications import correlation_id
from notifications.channels.base import Refused, Session, Unreachable
from notifications.channels.registry import CHANNELS, mailing
from notifications.delivery import results, undelivered
from notifications.delivery.batches import Batch
from notifications.delivery.claim import LEASE, claim
from notifications.mail.compose import compose
from notifications.mail.mail import Mail
from notifications.models import Message
from notifications.process import faults, stopping

log = logging.getLogger(__name__)

BUDGET = LEASE.total_seconds() / 3
"""Seconds after which a round returns the batches it has not begun, so that no lease expires while its worker is alive."""

CHANNEL_BACKOFF = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Delivered:
    """The numbers of messages of one round. `found` counts all that were due; zero means that nothing is left to do. `fanned_out` counts
    messages that were added for further channels; they are not part of `found`.
    """

    found: int = 0
    sent: int = 0
    superseded: int = 0
    held: int = 0
    bounced: int = 0
    later: int = 0
    dead: int = 0
    unreachable: int = 0
    fanned_out: int = 0


def deliver_due(now: datetime, limit: int = 100) -> Delivered:
    """Deliver up to `limit` due mails over at most one connection to the mail server."""
    claimed = claim(now, limit)
    faults.hit("deliver.claimed")
    tally = Counter(superseded=claimed.superseded, held=claimed.held, bounced=claimed.bounced, dead=claimed.dead)
    found = tally.total() + sum(len(batch.rows) for batch in claimed.batches)
    tally["fanned_out"] = claimed.fanned_out
    round_ = _Round(now, tally)
    try:
        for batch in claimed.batches:
            round_.take(batch)
    finally:
        round_.close()
    return Delivered(found=found, **tally)


@dataclass(slots=True)
class _Round:
    """One round: its sessions, its counts, and the channels found unreachable with the reason."""

    now: datetime
    tally: Counter[str]
    sessions: dict[str, Session] = field(default_factory=dict)
    unreachable: dict[str, str] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)

    def take(self, batch: Batch) -> None:
        """Deliver one batch; postpone it when its channel is unreachable, the round exceeds its time, or the process is to stop."""
        rows = list(batch.rows)
        if batch.channel in self.unreachable:
            self._postpone(rows, self.unreachable[batch.channel], self.now + CHANNEL_BACKOFF)
        elif stopping.asked() or time.monotonic() - self.started > BUDGET:
            self.tally["later"] += results.postponed(rows, "", self.now)
        else:
            with correlation_id.during(batch.request_id):
                self._deliver(batch)

    def _deliver(self, batch: Batch) -> None:
        try:
            self._compose_and_send(batch)
        except Exception as error:  # templates and mail back ends may raise anything; only this batch is affected
            self.tally.update(undelivered.failed(batch, error, self.now))

    def _compose_and_send(self, batch: Batch) -> None:
        outcome = compose(batch, self.now)
        faults.hit("deliver.composed")
        self.tally.update(undelivered.without_text(outcome, self.now))
        if outcome.mail is None:
            return
        mail = CHANNELS[batch.medium].format(batch, outcome.mail)
        try:
            self._send(batch, outcome.kept, mail)
        except Unreachable as error:
            log.warning("channel_unreachable: %s: %s", batch.channel, error)
            self.unreachable[batch.channel] = str(error)
            self._postpone(outcome.kept, str(error), self.now + CHANNEL_BACKOFF)
        except Refused as error:
            self.tally.update(undelivered.refused(batch, outcome.kept, mail, error, self.now))

    def _send(self, batch: Batch, rows: list[Message], mail: Mail) -> None:
        provider_id = self._session(batch.medium).send(batch, mail, self.now)
        faults.hit("deliver.accepted")
        self.tally["sent"] += results.sent(rows, mail, provider_id, self.now)
        results.reached(batch.recipient)
        log.info("message_sent: %s %s by %s", rows[0].kind, batch.message_id, batch.channel)
        faults.hit("deliver.marked")

    def _postpone(self, rows: list[Message], reason: str, moment: datetime) -> None:
        self.tally["unreachable"] += results.postponed(rows, reason, moment)

    def _session(self, medium: str) -> Session:
        if medium not in self.sessions:
            self.sessions[medium] = mailing(medium).session()
        return self.sessions[medium]

    def close(self) -> None:
        for session in self.sessions.values():
            session.close()
