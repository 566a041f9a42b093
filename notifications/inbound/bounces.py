"""Process delivery reports (RFC 3464). Each outgoing mail has its own return path, which names the mail and cannot be guessed.

A report of a permanent failure marks the messages as bounced, queues them for the recipient's next channel, and blocks the address if the
status code says that the address itself is invalid.
"""

import re
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction

from notifications.channels.email.channel import address_of
from notifications.delivery import results, undelivered
from notifications.delivery.batches import LOCAL_PART
from notifications.delivery.fallback import queue_fallbacks
from notifications.inbound.mime import Mime
from notifications.models import InboundMail, Message, ReplyAddress
from notifications.sanitise import one_line

PURPOSE = "bounce"
_STATUS = re.compile(r"5\.[0-9]{1,3}\.[0-9]{1,3}")
_ADDRESS_IS_BAD = re.compile(r"5\.1\.(?:0|1|2|3|6|10)|5\.2\.1")
"""RFC 3463: no such mailbox, no such system, moved, null MX, disabled. All other codes concern this mail or this site."""


@dataclass(frozen=True, slots=True)
class Report:
    """A permanent failure in a delivery report: `status` such as `5.1.1`, and the diagnostic text of the remote server."""

    status: str
    words: str

    @property
    def address_is_bad(self) -> bool:
        """Whether the address is invalid, so that further mails to it fail too."""
        return _ADDRESS_IS_BAD.fullmatch(self.status) is not None


def find(name: str) -> ReplyAddress | None:
    """Return the address that reports about an outgoing mail are stored under; None if no such mail was sent.

    `name` is the local part of the mail's Message-ID. The address is created with the first report.
    """
    number = LOCAL_PART.fullmatch(name)
    message_id = f"<{name}@{settings.MAIL_DOMAIN}>"
    row = Message.objects.filter(pk=int(number[1]), channel="email", message_id=message_id).first() if number else None
    if row is None:
        return None
    found, _made = ReplyAddress.objects.select_related("person").get_or_create(
        person_id=row.recipient_id, purpose=PURPOSE, key=name, defaults={"payload": {"letter": message_id}}
    )
    return found


def take(mail: InboundMail, mime: Mime, now: datetime) -> str:
    """Apply a mail that was sent to a return path and return in a few words what it was. Idempotent."""
    report = read_report(mime)
    if report is None:
        return "no report of a failure"
    person, message_id = mail.address.person, mail.address.payload["letter"]
    why = one_line(f"The mail came back: {report.status} {report.words}", 300)
    with transaction.atomic():
        sent = Message.objects.filter(recipient=person, channel="email", message_id=message_id, state=Message.State.SENT)
        rows = list(sent.select_for_update())
        sent.filter(pk__in=[row.pk for row in rows]).update(state=Message.State.BOUNCED, error=why)
        queue_fallbacks(rows)
        undelivered.report(rows, why)
        if rows and report.address_is_bad:
            results.block(person, address_of(person), why, now)
    return "a failure" if rows else "known already"


def read_report(mime: Mime) -> Report | None:
    """Return the first permanent failure of a delivery report; None for any other mail, including reports of delays."""
    if mime.head.get_content_type() != "multipart/report":
        return None
    for part in mime.parts:
        if part.kind == "message/delivery-status":
            for block in re.split(r"\n[ \t]*\n", part.text()):
                fields = _fields(block)
                if fields.get("action", "").lower() == "failed" and (status := _STATUS.match(fields.get("status", ""))):
                    return Report(status[0], fields.get("diagnostic-code", "").partition(";")[2].strip())
    return None


def _fields(block: str) -> dict[str, str]:
    """Return the `Name: value` lines of a block as a dictionary with lower-case names; folded lines are joined."""
    lines = re.sub(r"\n[ \t]+", " ", block).split("\n")
    pairs = (line.partition(":") for line in lines if ":" in line)
    return {name.strip().lower(): value.strip() for name, _colon, value in pairs}
