"""The mail that asks the owner of a reply address whether an unverified answer is theirs (`holding`)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from notifications.composed import Composed
from notifications.inbound import holding
from notifications.inbound.reading import read
from notifications.kinds import Kind
from notifications.links import absolute
from notifications.models import InboundMail, Message
from notifications.render import render_mail

QUOTED = 3
"""Mails whose lines are shown; the page behind the link has all."""


def _compose(message: Message, now: datetime) -> Composed | None:
    """The question with the newest lines in question; None once everything was settled."""
    asked = InboundMail.objects.filter(pk=message.payload["mail"]).first()
    held = holding.waiting(asked.address_id) if asked else []
    if not held:
        return None
    link = absolute(reverse("notifications:confirm_reply", args=[holding.CONFIRM.sign(held[0].pk)]))
    lines = [line for mail in held[:QUOTED] for line in (*read(bytes(mail.raw)).lines[:20], "")][:-1]
    person: Any = message.recipient
    return render_mail("confirm_reply", {"link": link, "lines": lines}, person.language, person.zone)


KIND = Kind(holding.KIND, _("An answer that needs my confirmation"), _compose, channels=("email",), optional=False)
