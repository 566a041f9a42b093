"""Mails that come back (RFC 3464): each of ours leaves under a return path of its own, which names the mail and cannot be guessed.

A report that it failed for good makes the message a bounced one, sends the news on its next way, and blocks the address when
the address itself is what is wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction

from notifications import delivery_results, undelivered
from notifications.channels.email.channel import address_of
from notifications.fallback import queue_fallbacks
from notifications.inbound.mime import Mime
from notifications.letters import LETTER
from notifications.models import InboundMail, Message, ReplyAddress
from notifications.sanitise import one_line

PURPOSE = "bounce"
_STATUS = re.compile(r"5\.[0-9]{1,3}\.[0-9]{1,3}")
_ADDRESS_IS_BAD = re.compile(r"5\.1\.(?:0|1|2|3|6|10)|5\.2\.1")
"""RFC 3463: no such mailbox, no such system, moved, null MX, disabled. All others are about this mail, or about us."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a delivery report says about our mail: `status` as `5.1.1`, and the far server's own words."""

    status: str
    words: str

    @property
    def address_is_bad(self) -> bool:
        """Whether writing there again is pointless."""
        return _ADDRESS_IS_BAD.fullmatch(self.status) is not None


def find(name: str) -> ReplyAddress | None:
    """The address a report about one of our letters is kept under, made when the first one comes; None for a letter never sent."""
    number = LETTER.fullmatch(name)
    letter = f"<{name}@{settings.MAIL_DOMAIN}>"
    row = Message.objects.filter(pk=int(number[1]), channel="email", message_id=letter).first() if number else None
    if row is None:
        return None
    found, _made = ReplyAddress.objects.select_related("person").get_or_create(
        person_id=row.recipient_id, purpose=PURPOSE, key=name, defaults={"payload": {"letter": letter}}
    )
    return found


def take(mail: InboundMail, mime: Mime, now: datetime) -> str:
    """Draw the consequences of what came to a return path; returns in a word what it was. Twice is the same as once."""
    report = read_report(mime)
    if report is None:
        return "no report of a failure"
    person, letter = mail.address.person, mail.address.payload["letter"]
    why = one_line(f"The mail came back: {report.status} {report.words}", 300)
    with transaction.atomic():
        sent = Message.objects.filter(recipient=person, channel="email", message_id=letter, state=Message.State.SENT)
        rows = list(sent.select_for_update())
        sent.filter(pk__in=[row.pk for row in rows]).update(state=Message.State.BOUNCED, error=why)
        queue_fallbacks(rows)
        undelivered.report(rows, why)
        if rows and report.address_is_bad:
            delivery_results.block(person, address_of(person), why, now)
    return "a failure" if rows else "known already"


def read_report(mime: Mime) -> Report | None:
    """The first final failure in a delivery report; None for anything else, also for mails that are merely late."""
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
    """`Name: value` lines, folded ones joined."""
    lines = re.sub(r"\n[ \t]+", " ", block).split("\n")
    pairs = (line.partition(":") for line in lines if ":" in line)
    return {name.strip().lower(): value.strip() for name, _colon, value in pairs}
