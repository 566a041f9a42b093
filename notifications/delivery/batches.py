"""A batch: the messages that are sent to one person as one mail, with the same Message-ID for all attempts."""

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from notifications import correlation_id
from notifications.models import Message

LOCAL_PART = re.compile(r"o([0-9]{1,18})\.[0-9a-f]{16}")
"""The local part of a Message-ID; the number is the id of the batch's first row."""

LARGEST = 50
"""Messages in one batch; more become several batches."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Leased rows of one recipient and channel, in the order they were written."""

    rows: tuple[Message, ...]
    message_id: str

    @property
    def recipient(self) -> Any:
        return self.rows[0].recipient

    @property
    def request_id(self) -> str:
        """The correlation ids of its messages."""
        return correlation_id.joined(row.request_id for row in self.rows)

    @property
    def channel(self) -> str:
        return self.rows[0].channel

    @property
    def medium(self) -> str:
        """The channel without the number of the destination."""
        return self.rows[0].medium


def group(rows: Iterable[Message]) -> list[Batch]:
    """Group rows into batches: those tried together before, held ones of one person, and mails of one thread."""
    groups: dict[tuple[Any, ...], list[Message]] = {}
    for row in rows:
        groups.setdefault(_group_key(row), []).append(row)
    batches = []
    for members in groups.values():
        members.sort(key=lambda row: row.pk)
        for start in range(0, len(members), LARGEST):
            part = tuple(members[start : start + LARGEST])
            batches.append(Batch(part, part[0].message_id or new_message_id([row.pk for row in part])))
    return batches


def _group_key(row: Message) -> tuple[Any, ...]:
    if row.message_id:
        return ("tried", row.message_id)
    if row.held:
        return ("held", row.recipient_id, row.channel, row.held)
    if row.thread and row.medium == "email":
        return ("thread", row.recipient_id, row.thread)
    return ("alone", row.pk)


def new_message_id(ids: list[int]) -> str:
    """`<o<first row>.<HMAC of all row ids>@domain>`: another set of rows has another id, which cannot be guessed."""
    digest = hmac.new(settings.SECRET_KEY.encode(), f"message-id:{ids}".encode(), hashlib.sha256).hexdigest()
    return f"<o{ids[0]}.{digest[:16]}@{settings.MAIL_DOMAIN}>"


def return_path(message_id: str) -> str:
    """The envelope sender of one batch, so that a bounce identifies it (RFC 3464), or "" on a site that receives no mail."""
    name = message_id.strip("<>").partition("@")[0]
    return f"bounce+{name}@{settings.MAILIN_DOMAIN}" if settings.FATE_BOUNCES and LOCAL_PART.fullmatch(name) else ""
