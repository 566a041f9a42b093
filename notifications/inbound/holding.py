"""Hold replies from unverified senders until the owner of the reply address confirms them.

Anyone who knows a reply address can send to it, also before its owner does. Therefore the owner is asked again about later replies, with
growing pauses until they confirm one. The page that each such mail links to shows all held mails of the address.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models.functions import Now

from notifications import outbox
from notifications.broker.signal_thread import signal_delivery
from notifications.links import Purpose
from notifications.models import InboundMail, Message

CONFIRM = Purpose("confirm-reply", timedelta(days=14))
"""Signs the id of a held mail for the link to the page that shows the parsed text and a button to confirm it."""

KIND = "confirm_reply"
SHORTEST = timedelta(minutes=5)
LONGEST = timedelta(hours=6)
SHOWN = 20
COUNTED = 20
MOST_AN_HOUR = 6


@transaction.atomic
def hold(mail: InboundMail, why: str, now: datetime) -> None:
    """Hold the mail until it is confirmed, and ask the owner of the address. The sender gets no answer, because it is not verified.

    `why` is the reason for which the sender was not verified; it is stored with the mail.
    """
    held = InboundMail.objects.filter(pk=mail.pk, state=InboundMail.State.RECEIVED)
    held.update(state=InboundMail.State.HELD, reason=f"not verified: {why}"[:200], lease_until=None)
    moment = _next_question(mail, now)
    if moment is not None:
        outbox.put(KIND, mail.address.person_id, f"confirm:{mail.address_id}:{mail.pk}", payload={"mail": mail.pk}, not_before=moment)


def _next_question(mail: InboundMail, now: datetime) -> datetime | None:
    """Return when to ask about a held mail; None if a queued question will show it."""
    key = f"confirm:{mail.address_id}:"
    asked = list(Message.objects.filter(recipient_id=mail.address.person_id, kind=KIND, key__startswith=key).order_by("-pk")[:COUNTED])
    if any(message.state == Message.State.QUEUED for message in asked):
        return None
    confirmed = InboundMail.objects.filter(address_id=mail.address_id, confirmed=True).order_by("-pk").values_list("pk", flat=True).first()
    unanswered = [message for message in asked if message.payload["mail"] > (confirmed or 0)]
    if not unanswered:
        return now
    pause: timedelta = min(SHORTEST * 4 ** (len(unanswered) - 1), LONGEST)
    return max(now, (unanswered[0].sent_at or unanswered[0].created_at) + pause)


def waiting(address_id: int) -> list[InboundMail]:
    """Return the held mails of an address, newest first, at most `SHOWN`."""
    return list(InboundMail.objects.filter(address_id=address_id, state=InboundMail.State.HELD).order_by("-pk")[:SHOWN])


def ask_again(held: InboundMail, key: str, now: datetime) -> None:
    """Send the question again after an answer that was not understood; at most `MOST_AN_HOUR` questions an hour."""
    recent = Message.objects.filter(recipient_id=held.address.person_id, kind=KIND, created_at__gt=now - timedelta(hours=1)).count()
    if recent < MOST_AN_HOUR:
        with transaction.atomic():
            outbox.put(KIND, held.address.person_id, f"confirm:{held.address_id}:{key}", payload={"mail": held.pk}, not_before=now)


def disown(mail_ids: Sequence[int]) -> int:
    """Ignore held mails that the owner has not written; return how many were still held."""
    held = InboundMail.objects.filter(pk__in=mail_ids, state=InboundMail.State.HELD)
    return held.update(state=InboundMail.State.IGNORED, reason="the owner has not written it")


def confirm(mail_id: int) -> bool:
    """Release a held mail that the owner has confirmed. Return False if it is not held any more.

    A question about other held mails of the same address that is queued for later is sent at once.
    """
    held = InboundMail.objects.filter(pk=mail_id, state=InboundMail.State.HELD)
    address = held.values_list("address_id", flat=True).first()
    if address is None or not held.update(state=InboundMail.State.RECEIVED, confirmed=True, attempts=0):
        return False
    put_off = Message.objects.filter(kind=KIND, key__startswith=f"confirm:{address}:", state=Message.State.QUEUED, not_before__gt=Now())
    if put_off.filter(recipient__reply_addresses=address).update(not_before=Now()):
        signal_delivery()
    return True
