"""Mails to the address in our From header, which everybody knows: whose they are, and which of our mails they answer.

Every mail of ours has a Message-ID that names its row and cannot be guessed. A reply that refers to it belongs to the same question as
one to that mail's Reply-To, so knowing it proves as much. A mail that refers to none belongs to whoever it names as its author.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.db.models.functions import Lower

from notifications.inbound import addresses
from notifications.inbound.mime import Mime
from notifications.inbound.reading import Reading
from notifications.letters import LETTER
from notifications.models import Message, ReplyAddress

MOST = 20
"""References that are looked at, the latest first."""

_ID = re.compile(r"<([^<>@\s]{1,80})@([^<>@\s]{1,255})>")


def address_of(reading: Reading) -> ReplyAddress | None:
    """Where such a mail is kept; None for one that refers to nothing of ours and comes from nobody we know."""
    for name in _referred_to(reading.mime):
        if (found := _by_letter(name)) is not None:
            return found
    people = get_user_model().objects.alias(address=Lower("email"))
    person = people.filter(address=reading.sender, is_active=True).first() if reading.sender else None
    return addresses.unasked(person.pk) if person is not None else None


def _referred_to(mime: Mime) -> Iterator[str]:
    """The names of our own letters that a mail refers to: In-Reply-To, then References from their end."""
    ids = _ID.findall(mime.one("In-Reply-To")) + _ID.findall(mime.one("References"))[::-1]
    return (name for name, domain in ids[:MOST] if domain.lower() == settings.MAIL_DOMAIN.lower())


def _by_letter(name: str) -> ReplyAddress | None:
    """Where the answer to a letter of ours belongs: its question, else its thread.

    The row that a letter is named after may have been dropped when the letter was written, and then knows of no question.
    """
    number = LETTER.fullmatch(name)
    if number is None:
        return None
    letters = Message.objects.filter(pk=int(number[1]), channel="email", message_id=f"<{name}@{settings.MAIL_DOMAIN}>")
    row = letters.filter(recipient__is_active=True).first()
    if row is None:
        return None
    asks = row.reply_to or _together(row).exclude(reply_to="").values_list("reply_to", flat=True).first() or ""
    return addresses.find(asks) or addresses.unasked(row.recipient_id, _thread(row))


def _together(first: Message) -> QuerySet[Message]:
    """The news of a letter."""
    return Message.objects.filter(recipient_id=first.recipient_id, pk__gte=first.pk, message_id=first.message_id)


def _thread(first: Message) -> str:
    """The thread of a letter; "" where several pieces of news travelled together."""
    threads = set(_together(first).values_list("thread", flat=True))
    return threads.pop() if len(threads) == 1 else ""
