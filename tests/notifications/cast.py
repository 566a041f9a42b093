"""Shared by the tests of this app: a fixed time, a kind of message for tests, rows of the outbox."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from notifications.mail.composed import Composed
from notifications.models import Message
from notifications.process.other_process import NotHere

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)

MakePlayer = Callable[..., Any]


@dataclass
class Book:
    """A kind of message for tests: keys in `gone` are obsolete, in `broken` raise an error, in `elsewhere` need another process."""

    gone: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    elsewhere: set[str] = field(default_factory=set)
    composed: list[str] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)

    def compose(self, message: Message, now: datetime) -> Composed | None:
        """The text of a message, by its key."""
        self.composed.append(message.key)
        if message.key in self.broken:
            raise KeyError("seven of swords")
        if message.key in self.elsewhere:
            raise NotHere("Another process has these rules.")
        if message.key in self.gone:
            return None
        words: dict[str, Any] = {
            "subject": f"News {message.key}",
            "text": f"It is {message.key}.\n",
            "html": f"<p>It is {message.key}.</p>",
        }
        return Composed(**(words | self.extra))


def queue(person: Any, key: str, *, kind: str = "turn", **fields: Any) -> Message:
    """One queued row, due at NOON."""
    return Message.objects.create(kind=kind, recipient=person, key=key, **({"not_before": NOON, "channel": "email"} | fields))


def states(*rows: Message) -> list[str]:
    """The present states of these rows in the database."""
    found = dict(Message.objects.filter(id__in=[row.pk for row in rows]).values_list("id", "state"))
    return [found[row.pk] for row in rows]
