"""Record the result of a delivery. Every UPDATE is fenced: it changes a row only while the row still has this attempt's number.

A worker that was suspended beyond its lease finds another attempt number there and changes nothing.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import F, Q, QuerySet

from notifications.mail.compose import stored_html
from notifications.mail.mail import Mail
from notifications.models import Message, Suppression

MAX_ATTEMPTS = 12
MAX_CRASHES = 5
"""MAX_ATTEMPTS: attempts that were refused for now, about 27 hours of back-off. MAX_CRASHES: attempts that ended without a response."""

FIRST_DELAY = timedelta(minutes=1)
LONGEST_DELAY = timedelta(hours=6)
BLOCKED_FOR = timedelta(days=30)

Tally = dict[str, int]
"""Numbers of rows by result, with the names of `deliver.Delivered`."""

MARK_SENT = """
UPDATE notifications_message AS m
SET state = 'sent', sent_at = %s, lease_until = NULL, error = '', provider_id = %s, subject = %s, text = %s, html = %s,
    reply_to = %s
FROM unnest(%s::bigint[], %s::int[]) AS mine (id, attempts)
WHERE m.id = mine.id AND m.attempts = mine.attempts AND m.state = 'sending'
"""

State = Message.State


def _leased(rows: Iterable[Message]) -> QuerySet[Message]:
    held = reduce(or_, (Q(id=row.pk, attempts=row.attempts) for row in rows), Q(pk__in=[]))
    return Message.objects.filter(held, state=State.SENDING)


def delay(attempts: int, row_id: int) -> timedelta:
    """The back-off after `attempts` attempts: doubling from 1 minute to 6 hours, plus up to a quarter as jitter.

    The jitter is derived from the row's id instead of a random number, so that every process computes the same.
    """
    wait: timedelta = min(FIRST_DELAY * 2 ** max(attempts - 1, 0), LONGEST_DELAY)
    return wait * (1 + (row_id * 2654435761 % 1024) / 4096)


def sent(rows: list[Message], mail: Mail, provider_id: str, now: datetime) -> int:
    """Mark as sent and store the text. Plain SQL, because it runs once for every mail."""
    fence = [[row.pk for row in rows], [row.attempts for row in rows]]
    with connection.cursor() as cursor:
        kept = [mail.subject, mail.text, stored_html(mail), mail.headers.get("Reply-To", "")[:254]]
        cursor.execute(MARK_SENT, [now, provider_id[:200], *kept, *fence])
        count: int = cursor.rowcount
    return count


def superseded(rows: list[Message]) -> int:
    """No longer current when it was to be sent."""
    return _leased(rows).update(state=State.SUPERSEDED, lease_until=None, error="") if rows else 0


def bounced(rows: list[Message], reason: str, mail: Mail) -> Tally:
    return {"bounced": _leased(rows).update(state=State.BOUNCED, lease_until=None, error=reason, subject=mail.subject)}


def later(rows: list[Message], reason: str, now: datetime) -> Tally:
    """Refused for now: retry after the back-off, or give up after MAX_ATTEMPTS."""
    if rows[0].attempts >= MAX_ATTEMPTS:
        return _give_up(rows, error=reason)
    return _try_again(rows, now, error=reason, crashes=0)


def crashed(rows: list[Message], reason: str, now: datetime, *, leaves_batch: bool = False) -> Tally:
    """An error of ours: retry alone, or give up after MAX_CRASHES.

    With `leaves_batch` the other rows are sent without this one, which then needs another Message-ID.
    """
    crashes = F("crashes") + 1
    if max(row.crashes for row in rows) + 1 >= MAX_CRASHES:
        return _give_up(rows, error=reason, crashes=crashes)
    return _try_again(rows, now, error=reason, crashes=crashes, **_detached(leaves_batch))


def _detached(leaves_batch: bool) -> dict[str, str]:
    """The fields to reset on a row that leaves its batch."""
    return {"message_id": "", "held": ""} if leaves_batch else {}


def _give_up(rows: list[Message], **fields: Any) -> Tally:
    return {"dead": _leased(rows).update(state=State.DEAD, lease_until=None, **fields)}


def _try_again(rows: list[Message], now: datetime, **fields: Any) -> Tally:
    moment = now + delay(rows[0].attempts, rows[0].pk)
    return {"later": _leased(rows).update(state=State.QUEUED, lease_until=None, not_before=moment, **fields)}


def postponed(rows: list[Message], reason: str, not_before: datetime, *, leaves_batch: bool = False) -> int:
    """Not tried: undo the attempt and make it due at `not_before`."""
    back = {"state": State.QUEUED, "lease_until": None, "not_before": not_before, "attempts": F("attempts") - 1}
    return _leased(rows).update(**back, error=reason, **_detached(leaves_batch))


def reached(person: Any) -> None:
    """A mail was accepted: clear the note about a refused address."""
    if person.refused_address:
        get_user_model().objects.filter(pk=person.pk).update(refused_address="")


def try_again(address: str) -> None:
    """Lift the suppression of an address that refused mail, unless an operator made it permanent."""
    Suppression.objects.filter(address=address.lower(), until__isnull=False).delete()


def block(person: Any, address: str, reason: str, now: datetime) -> None:
    """Suppress an address for BLOCKED_FOR and show it to the person, unless an operator suppressed it for good."""
    get_user_model().objects.filter(pk=person.pk).update(refused_address=address)
    until = now + BLOCKED_FOR
    _row, created = Suppression.objects.get_or_create(address=address, defaults={"reason": reason, "until": until})
    if not created:
        Suppression.objects.filter(address=address, until__isnull=False).update(reason=reason, until=until)
