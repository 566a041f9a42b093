"""Write to the outbox: queue messages, and queue them again. All inside the caller's transaction, so that event and message commit
together.

`games` writes the same rows as part of its own statement when a move is stored (`outbox.sql`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from notifications import correlation_id, kinds
from notifications.broker.signal_thread import signal_delivery
from notifications.models import Message


@dataclass(frozen=True, slots=True)
class News:
    """One event for one person. `not_before` None means now; `channel` "" means the first one of the kind; the other fields are those of
    `Message`.
    """

    kind: str
    recipient_id: int
    key: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    thread: str = ""
    topic: str = ""
    not_before: datetime | None = None
    channel: str = ""

    def row(self) -> Message:
        """The row to insert; copies for further channels are made when it is claimed. Raises LookupError for an unregistered kind."""
        kind = kinds.get(self.kind)
        if kind is None:
            raise LookupError(f"No kind of message is named {self.kind!r}; register it in AppConfig.ready.")
        when = {"not_before": self.not_before} if self.not_before else {}
        channel = self.channel or kind.channels[0]
        where = {"channel": channel, "thread": self.thread, "topic": self.topic, "request_id": correlation_id.current()}
        return Message(kind=self.kind, recipient_id=self.recipient_id, key=self.key, payload=dict(self.payload), **where, **when)


def put(kind: str, recipient_id: int, key: str, **fields: Any) -> None:
    """Queue one message; `fields` are the further fields of `News`."""
    put_many([News(kind, recipient_id, key, **fields)])


def put_many(news: Iterable[News]) -> None:
    """Queue several messages with one statement; those already queued for the same event are left unchanged.

    Raises RuntimeError outside a transaction, because message and event must be committed together.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("A message is queued inside the transaction of its event; wrap the caller in transaction.atomic().")
    rows = [item.row() for item in news]
    if rows:
        Message.objects.bulk_create(rows, ignore_conflicts=True)
        signal_after_commit()


def send_again(messages: QuerySet[Message]) -> int:
    """Queue settled messages (any state but queued and sending) again; returns how many there were.

    They keep their Message-ID, so that a mail program that has the first one shows the two as one.
    """
    settled = messages.exclude(state__in=[Message.State.QUEUED, Message.State.SENDING])
    count = settled.update(state=Message.State.QUEUED, not_before=Now(), attempts=0, crashes=0, held="", error="")
    signal_after_commit()
    return count


def withdraw(recipient: Any, channel: str) -> None:
    """Withdraw the messages that are queued for one endpoint, because it was removed."""
    queued = Message.objects.filter(recipient=recipient, channel=channel, state=Message.State.QUEUED)
    queued.update(state=Message.State.SUPERSEDED)


def signal_after_commit() -> None:
    """Signal a worker after the commit, once per transaction.

    Raises nothing and does not block (`broker.signal_thread`). A lost signal costs latency only, because beat schedules the task every few
    seconds.
    """
    if not any(callback[1] is signal_delivery for callback in connection.run_on_commit):
        transaction.on_commit(signal_delivery)
