"""Delivery of queued mails: one round claims, composes and sends what is due.

The order makes crashes harmless: lease and attempt are committed first (`claim`), then the letter is composed from the current state
outside any transaction, then sent, then marked as sent. A worker that dies in between leaves a lease that expires. A mail can be sent twice
only if the worker dies between sending and marking; both copies have the same Message-ID.
"""

import logging
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from notifications import correlation_id, delivery_results, faults, stopping, undelivered
from notifications.channels.base import Refused, Session, Unreachable
from notifications.channels.registry import CHANNELS, mailing
from notifications.claim import LEASE, claim
from notifications.compose import compose
from notifications.letters import Letter
from notifications.mail import Mail
from notifications.models import Message

log = logging.getLogger(__name__)

BUDGET = LEASE.total_seconds() / 3
"""Seconds after which a round returns the letters it has not begun, so that no lease expires while its worker is alive."""

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
    found = tally.total() + sum(len(letter.rows) for letter in claimed.letters)
    tally["fanned_out"] = claimed.fanned_out
    round_ = _Round(now, tally)
    try:
        for letter in claimed.letters:
            round_.take(letter)
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

    def take(self, letter: Letter) -> None:
        """Deliver one letter; postpone it when its channel is unreachable, the round exceeds its time, or the process is to stop."""
        rows = list(letter.rows)
        if letter.channel in self.unreachable:
            self._postpone(rows, self.unreachable[letter.channel], self.now + CHANNEL_BACKOFF)
        elif stopping.asked() or time.monotonic() - self.started > BUDGET:
            self.tally["later"] += delivery_results.postponed(rows, "", self.now)
        else:
            with correlation_id.during(letter.request_id):
                self._deliver(letter)

    def _deliver(self, letter: Letter) -> None:
        try:
            self._compose_and_send(letter)
        except Exception as error:  # templates and mail back ends may raise anything; only this letter is affected
            self.tally.update(undelivered.failed(letter, error, self.now))

    def _compose_and_send(self, letter: Letter) -> None:
        outcome = compose(letter, self.now)
        faults.hit("deliver.composed")
        self.tally.update(undelivered.without_text(outcome, self.now))
        if outcome.mail is None:
            return
        mail = CHANNELS[letter.medium].format(letter, outcome.mail)
        try:
            self._send(letter, outcome.kept, mail)
        except Unreachable as error:
            log.warning("channel_unreachable: %s: %s", letter.channel, error)
            self.unreachable[letter.channel] = str(error)
            self._postpone(outcome.kept, str(error), self.now + CHANNEL_BACKOFF)
        except Refused as error:
            self.tally.update(undelivered.refused(letter, outcome.kept, mail, error, self.now))

    def _send(self, letter: Letter, rows: list[Message], mail: Mail) -> None:
        provider_id = self._session(letter.medium).send(letter, mail, self.now)
        faults.hit("deliver.accepted")
        self.tally["sent"] += delivery_results.sent(rows, mail, provider_id, self.now)
        delivery_results.reached(letter.recipient)
        log.info("message_sent: %s %s by %s", rows[0].kind, letter.message_id, letter.channel)
        faults.hit("deliver.marked")

    def _postpone(self, rows: list[Message], reason: str, moment: datetime) -> None:
        self.tally["unreachable"] += delivery_results.postponed(rows, reason, moment)

    def _session(self, medium: str) -> Session:
        if medium not in self.sessions:
            self.sessions[medium] = mailing(medium).session()
        return self.sessions[medium]

    def close(self) -> None:
        for session in self.sessions.values():
            session.close()
