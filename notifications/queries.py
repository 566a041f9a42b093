"""Reads for pages, health checks and metrics, each with a fixed number of queries."""

from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from notifications.channels.email.channel import address_of
from notifications.models import Message, Suppression

PAGE = 50


def messages_of(person: Any) -> QuerySet[Message]:
    """A person's messages, newest first, without their texts."""
    return Message.objects.filter(recipient_id=person.pk).defer("text", "html").order_by("-id")


Row = TypeVar("Row", bound=Model)


def page_before(rows: QuerySet[Row], before: int | None) -> tuple[list[Row], int | None]:
    """One page of `rows` (descending ids) below the id `before`, and the id where the next page starts, or None at the end."""
    found = list((rows.filter(id__lt=before) if before else rows)[: PAGE + 1])
    return found[:PAGE], found[PAGE - 1].pk if len(found) > PAGE else None


def block_of(person: Any, now: datetime) -> Suppression | None:
    """The suppression of this person's address, for a banner; None when mails are sent."""
    address = address_of(person)
    return Suppression.objects.active(now).filter(address=address).first() if address else None
