"""Assign mails to the site's public From address: find their owner and the outgoing mail that they answer.

Every outgoing mail has a Message-ID that names its row and cannot be guessed. A reply that refers to it belongs to the same question as a
reply to that mail's Reply-To, and the knowledge of either proves the same. A mail without such a reference is assigned to the user with
the address in its From header.
"""

import re
from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.db.models.functions import Lower

from notifications.delivery.batches import LOCAL_PART
from notifications.inbound import addresses
from notifications.inbound.mime import Mime
from notifications.inbound.reading import Reading
from notifications.models import Message, ReplyAddress

MOST = 20
"""Number of references that are looked up, latest first."""

_ID = re.compile(r"<([^<>@\s]{1,80})@([^<>@\s]{1,255})>")


def address_of(reading: Reading) -> ReplyAddress | None:
    """Return the address that the mail is stored under; None if it refers to no outgoing mail and its author is no active user."""
    for name in _referred_to(reading.mime):
        if (found := _by_message(name)) is not None:
            return found
    people = get_user_model().objects.alias(address=Lower("email"))
    person = people.filter(address=reading.sender, is_active=True).first() if reading.sender else None
    return addresses.unasked(person.pk) if person is not None else None


def _referred_to(mime: Mime) -> Iterator[str]:
    """Return the local parts of this site's Message-IDs that a mail refers to: In-Reply-To, then References from the end."""
    ids = _ID.findall(mime.one("In-Reply-To")) + _ID.findall(mime.one("References"))[::-1]
    return (name for name, domain in ids[:MOST] if domain.lower() == settings.MAIL_DOMAIN.lower())


def _by_message(name: str) -> ReplyAddress | None:
    """Return the address for answers to an outgoing mail: that of its question, else that of its thread; None if there is no such mail.

    A mail is named after its first message. That message may have been dropped when the mail was composed, and then has no question; the
    question is then looked up in the other messages of the mail.
    """
    number = LOCAL_PART.fullmatch(name)
    if number is None:
        return None
    messages = Message.objects.filter(pk=int(number[1]), channel="email", message_id=f"<{name}@{settings.MAIL_DOMAIN}>")
    row = messages.filter(recipient__is_active=True).first()
    if row is None:
        return None
    asks = row.reply_to or _together(row).exclude(reply_to="").values_list("reply_to", flat=True).first() or ""
    return addresses.find(asks) or addresses.unasked(row.recipient_id, _thread(row))


def _together(first: Message) -> QuerySet[Message]:
    """Return the messages that were sent together in one mail."""
    return Message.objects.filter(recipient_id=first.recipient_id, pk__gte=first.pk, message_id=first.message_id)


def _thread(first: Message) -> str:
    """Return the thread of a mail; "" if its messages belong to several threads."""
    threads = set(_together(first).values_list("thread", flat=True))
    return threads.pop() if len(threads) == 1 else ""
