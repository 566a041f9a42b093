"""Write to the outbox: put, send again. All inside the caller's transaction, so that news and event commit together.

The hot path of `games` writes the same rows as part of a statement of its own (`outbox_sql`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from notifications import correlation_id, kinds
from notifications.models import Message
from notifications.signal_thread import wake_worker


@dataclass(frozen=True, slots=True)
class News:
    """One event for one person. `not_before` None means now; `channel` "" means the kind's first; the others are those of `Message`."""

    kind: str
    recipient_id: int
    key: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    thread: str = ""
    topic: str = ""
    not_before: datetime | None = None
    channel: str = ""

    def row(self) -> Message:
        """The row it begins as; further channels follow when it is claimed. Raises LookupError when nobody registered the kind."""
        kind = kinds.get(self.kind)
        if kind is None:
            raise LookupError(f"No kind of message is named {self.kind!r}; register it in AppConfig.ready.")
        when = {"not_before": self.not_before} if self.not_before else {}
        channel = self.channel or kind.channels[0]
        where = {"channel": channel, "thread": self.thread, "topic": self.topic, "request_id": correlation_id.current()}
        return Message(kind=self.kind, recipient_id=self.recipient_id, key=self.key, payload=dict(self.payload), **where, **when)


def put(kind: str, recipient_id: int, key: str, **fields: Any) -> None:
    """Queue one piece of news; `fields` are the further fields of `News`."""
    put_many([News(kind, recipient_id, key, **fields)])


def put_many(news: Iterable[News]) -> None:
    """Queue several pieces of news with one statement; those already queued for the same event stay as they are.

    Raises RuntimeError outside a transaction: news that could be committed without its event, or the event without
    its news, is what the outbox exists to prevent.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("News is put into the outbox inside the transaction of its event; wrap the caller in transaction.atomic().")
    rows = [item.row() for item in news]
    if rows:
        Message.objects.bulk_create(rows, ignore_conflicts=True)
        signal_after_commit()


def send_again(messages: QuerySet[Message]) -> int:
    """Queue settled messages (any state but queued and sending) for a fresh start; returns how many there were.

    They keep their Message-ID: a mail program that did get the first one folds the two together.
    """
    settled = messages.exclude(state__in=[Message.State.QUEUED, Message.State.SENDING])
    count = settled.update(state=Message.State.QUEUED, not_before=Now(), attempts=0, crashes=0, held="", error="")
    signal_after_commit()
    return count


def signal_after_commit(signal: Callable[[], None] = wake_worker) -> None:
    """After commit, wake a worker (that of mails, or another one): one wake-up per transaction however often it is asked for.

    Never raises and costs the caller nothing (`notifications.signal_thread`); a lost wake-up costs latency only, because beat
    looks at the outbox every few seconds anyway.
    """
    if not any(callback[1] is signal for callback in connection.run_on_commit):
        transaction.on_commit(signal)
