"""Fan out to devices and webhooks before the mail is claimed, so that a slow mail server does not delay them.

The delivery of mails does the same for what it claims first; the second one adds nothing (`notifications.fan_out`).
"""

from datetime import datetime

from django.db import connection

from notifications import kinds
from notifications.channels import registry
from notifications.fan_out import fan_out
from notifications.models import Message

SLICE = 500

FRESH = """
SELECT id FROM notifications_message
 WHERE state = 'queued' AND not_before <= %s AND channel = 'email' AND attempts = 0 AND held = '' AND NOT stand_in AND kind = ANY(%s)
   AND recipient_id IN ({owners})
"""


class FanOut:
    """Remembers the mails it has fanned out while they are queued, so that a long queue is not processed again each time."""

    def __init__(self) -> None:
        self._seen: frozenset[int] = frozenset()

    def round(self, now: datetime) -> int:
        """Fan out what is due and new; returns how many messages were added."""
        owners = " UNION ".join(channel.source.owners for channel in registry.callers())
        with connection.cursor() as cursor:
            cursor.execute(FRESH.format(owners=owners), [now, kinds.names()])
            due = frozenset(row[0] for row in cursor.fetchall())
        added, new = 0, sorted(due - self._seen)
        for start in range(0, len(new), SLICE):
            added += fan_out(list(Message.objects.filter(pk__in=new[start : start + SLICE]).order_by("not_before", "id")))
        self._seen = due
        return added
