"""The test message, with which people check whether mails reach them."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from notifications import outbox
from notifications.channels.email.channel import address_of
from notifications.delivery import results
from notifications.kinds import PEOPLE, Kind
from notifications.mail.composed import Composed
from notifications.mail.render import render_mail
from notifications.models import Message

PER_DAY = 5


class TooMany(Exception):
    """That is enough for one day: five test messages have been sent. Look at their states in the list below."""


def _compose(message: Message, now: datetime) -> Composed:
    return render_mail("test", {"name": message.recipient.name, "now": now})


KIND = Kind("test", _("Test message"), _compose, channels=("email", PEOPLE), optional=False)


@transaction.atomic
def send_test(person: Any, now: datetime) -> None:
    """Queue a test message, at most one per minute and PER_DAY in 24 hours. Raises TooMany.

    A suppression after a bounce is lifted first: a person who asks for a test expects the address to work.
    """
    recent = Message.objects.filter(recipient_id=person.pk, kind=KIND.name, created_at__gt=now - timedelta(days=1))
    if recent.count() >= PER_DAY:
        raise TooMany(TooMany.__doc__)
    results.try_again(address_of(person))
    outbox.put(KIND.name, person.pk, f"test:{now:%Y-%m-%dT%H:%M}")
