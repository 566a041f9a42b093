"""A letter: the messages that reach one person as one mail, under one Message-ID for all its attempts."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from notifications import correlation_id
from notifications.models import Message

LETTER = re.compile(r"o([0-9]{1,18})\.[0-9a-f]{16}")
"""The part of a Message-ID before the @; the number is that of the first row."""

LARGEST = 50
"""More messages than this become several letters."""


@dataclass(frozen=True, slots=True)
class Letter:
    """Leased rows of one recipient and channel, in the order they were written."""

    rows: tuple[Message, ...]
    message_id: str

    @property
    def recipient(self) -> Any:
        """The person it goes to."""
        return self.rows[0].recipient

    @property
    def request_id(self) -> str:
        """What caused it; several numbers where several messages travel together."""
        return correlation_id.joined(row.request_id for row in self.rows)

    @property
    def channel(self) -> str:
        """The channel it goes through."""
        return self.rows[0].channel

    @property
    def medium(self) -> str:
        """The channel without the number of the address."""
        return self.rows[0].medium


def group(rows: Iterable[Message]) -> list[Letter]:
    """Sort rows into letters: those tried together before stay together, held ones meet, and so do mails of one thread."""
    piles: dict[tuple[Any, ...], list[Message]] = {}
    for row in rows:
        piles.setdefault(_pile(row), []).append(row)
    made = []
    for pile in piles.values():
        pile.sort(key=lambda row: row.pk)
        for start in range(0, len(pile), LARGEST):
            part = tuple(pile[start : start + LARGEST])
            made.append(Letter(part, part[0].message_id or new_message_id([row.pk for row in part])))
    return made


def _pile(row: Message) -> tuple[Any, ...]:
    if row.message_id:
        return ("tried", row.message_id)
    if row.held:
        return ("held", row.recipient_id, row.channel, row.held)
    if row.thread and row.medium == "email":
        return ("thread", row.recipient_id, row.thread)
    return ("alone", row.pk)


def new_message_id(ids: list[int]) -> str:
    """`<o<first row>.<hash of all rows>@domain>`: another set of rows is another letter, and nobody can guess the hash."""
    digest = hmac.new(settings.SECRET_KEY.encode(), f"message-id:{ids}".encode(), hashlib.sha256).hexdigest()
    return f"<o{ids[0]}.{digest[:16]}@{settings.MAIL_DOMAIN}>"


def return_path(message_id: str) -> str:
    """The envelope sender of one letter, so that a report about it names it (RFC 3464), or "" on a site that receives no mail."""
    name = message_id.strip("<>").partition("@")[0]
    return f"bounce+{name}@{settings.MAILIN_DOMAIN}" if settings.FATE_BOUNCES and LETTER.fullmatch(name) else ""
