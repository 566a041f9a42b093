"""The mail that asks the owner of a reply address whether an unverified answer is theirs."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from notifications.composed import Composed
from notifications.inbound.reading import read
from notifications.inbound.work import CONFIRM
from notifications.kinds import Kind
from notifications.links import absolute
from notifications.models import InboundMail, Message
from notifications.render import render_mail


def _compose(message: Message, now: datetime) -> Composed | None:
    """The question with the lines in question; None once it was settled."""
    mail = InboundMail.objects.filter(pk=message.payload["mail"], state=InboundMail.State.HELD).first()
    if mail is None:
        return None
    link = absolute(reverse("notifications:confirm_reply", args=[CONFIRM.sign(mail.pk)]))
    person: Any = message.recipient
    return render_mail("confirm_reply", {"link": link, "lines": read(bytes(mail.raw)).lines[:20]}, person.language, person.zone)


KIND = Kind("confirm_reply", _("An answer that needs my confirmation"), _compose, channels=("email",), optional=False)
