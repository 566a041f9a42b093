"""Writing down what became of a letter. Every write is fenced: it changes a row only while our own attempt holds it.

A worker that was frozen beyond its lease and wakes up finds another attempt number there, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import F, Q, QuerySet

from notifications.compose import kept_html
from notifications.mail import Mail
from notifications.models import Message, Suppression

MAX_ATTEMPTS = 12
MAX_CRASHES = 5
"""Attempts answered by "later", about 27 hours of them; attempts that ended without any answer."""

FIRST_DELAY = timedelta(minutes=1)
LONGEST_DELAY = timedelta(hours=6)
BLOCKED_FOR = timedelta(days=30)

Tally = dict[str, int]
"""What became of how many rows, in the words of `deliver.Delivered`."""

MARK_SENT = """
UPDATE notifications_message AS m
SET state = 'sent', sent_at = %s, lease_until = NULL, error = '', provider_id = %s, subject = %s, text = %s, html = %s,
    reply_to = %s
FROM unnest(%s::bigint[], %s::int[]) AS mine (id, attempts)
WHERE m.id = mine.id AND m.attempts = mine.attempts AND m.state = 'sending'
"""

State = Message.State


def _mine(rows: Iterable[Message]) -> QuerySet[Message]:
    held = reduce(or_, (Q(id=row.pk, attempts=row.attempts) for row in rows), Q(pk__in=[]))
    return Message.objects.filter(held, state=State.SENDING)


def delay(attempts: int, row_id: int) -> timedelta:
    """How long to wait after so many attempts: doubling from 1 minute to 6 hours, up to a quarter more by row.

    The spread comes from the row's id, not from chance, so that it is the same for all who compute it.
    """
    wait: timedelta = min(FIRST_DELAY * 2 ** max(attempts - 1, 0), LONGEST_DELAY)
    return wait * (1 + (row_id * 2654435761 % 1024) / 4096)


def sent(rows: list[Message], mail: Mail, provider_id: str, now: datetime) -> int:
    """The channel took it; keep what was sent. Written by hand, because it is run for every single mail."""
    fence = [[row.pk for row in rows], [row.attempts for row in rows]]
    with connection.cursor() as cursor:
        kept = [mail.subject, mail.text, kept_html(mail), mail.headers.get("Reply-To", "")[:254]]
        cursor.execute(MARK_SENT, [now, provider_id[:200], *kept, *fence])
        count: int = cursor.rowcount
    return count


def superseded(rows: list[Message], reason: str = "") -> int:
    """No longer true when it was to be sent."""
    return _mine(rows).update(state=State.SUPERSEDED, lease_until=None, error=reason) if rows else 0


def bounced(rows: list[Message], reason: str, mail: Mail) -> Tally:
    """This recipient will never get it."""
    return {"bounced": _mine(rows).update(state=State.BOUNCED, lease_until=None, error=reason, subject=mail.subject)}


def later(rows: list[Message], reason: str, now: datetime) -> Tally:
    """Refused for now: try again after the delay, or give up after MAX_ATTEMPTS."""
    if rows[0].attempts >= MAX_ATTEMPTS:
        return _give_up(rows, error=reason)
    return _try_again(rows, now, error=reason, crashes=0)


def crashed(rows: list[Message], reason: str, now: datetime, *, leaves_letter: bool = False) -> Tally:
    """Our own fault: try again, alone from now on, or give up after MAX_CRASHES.

    A row that `leaves_letter` while the others are sent must not come later under the Message-ID they used up.
    """
    crashes = F("crashes") + 1
    if max(row.crashes for row in rows) + 1 >= MAX_CRASHES:
        return _give_up(rows, error=reason, crashes=crashes)
    return _try_again(rows, now, error=reason, crashes=crashes, **_apart(leaves_letter))


def _apart(leaves_letter: bool) -> dict[str, str]:
    """What a row loses that leaves its letter."""
    return {"message_id": "", "held": ""} if leaves_letter else {}


def _give_up(rows: list[Message], **fields: Any) -> Tally:
    return {"dead": _mine(rows).update(state=State.DEAD, lease_until=None, **fields)}


def _try_again(rows: list[Message], now: datetime, **fields: Any) -> Tally:
    moment = now + delay(rows[0].attempts, rows[0].pk)
    return {"later": _mine(rows).update(state=State.QUEUED, lease_until=None, not_before=moment, **fields)}


def postponed(rows: list[Message], reason: str, not_before: datetime, *, leaves_letter: bool = False) -> int:
    """Not even tried: give the attempt back and come again at `not_before`."""
    back = {"state": State.QUEUED, "lease_until": None, "not_before": not_before, "attempts": F("attempts") - 1}
    return _mine(rows).update(**back, error=reason, **_apart(leaves_letter))


def reached(person: Any) -> None:
    """A mail has arrived: what is said about a refused address is no longer so."""
    if person.refused_address:
        get_user_model().objects.filter(pk=person.pk).update(refused_address="")


def try_again(address: str) -> None:
    """Write to an address again although it refused mail; one an operator blocked for good stays so."""
    Suppression.objects.filter(address=address.lower(), until__isnull=False).delete()


def block(person: Any, address: str, reason: str, now: datetime) -> None:
    """Write no more to somebody's address for BLOCKED_FOR, and let them see it; one an operator blocked for good stays so."""
    get_user_model().objects.filter(pk=person.pk).update(refused_address=address)
    until = now + BLOCKED_FOR
    _row, created = Suppression.objects.get_or_create(address=address, defaults={"reason": reason, "until": until})
    if not created:
        Suppression.objects.filter(address=address, until__isnull=False).update(reason=reason, until=until)
