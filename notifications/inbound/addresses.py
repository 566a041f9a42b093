"""Reply addresses: `play+<token>@domain`, one for each open question of each person; and the return paths of our mails."""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.utils import parseaddr
from typing import Any

from django.conf import settings

from notifications.inbound import bounces
from notifications.models import ReplyAddress

LOCAL = "play"
UNASKED = "unasked"
"""The purpose of what somebody writes without being asked; the payload names the thread that it belongs to, if any."""

_ADDRESS = re.compile(r"(?:play\+)([a-z0-9]{32})@([a-z0-9.-]{1,255})")
_RETURNED = re.compile(r"bounce\+([a-z0-9.]{3,40})@([a-z0-9.-]{1,255})")
_ANYWHERE = re.compile(r"play\+[a-z0-9]{32}(?:@[a-z0-9.-]*)?", re.IGNORECASE)
_OUR_LINK = re.compile(r"https?://\S+", re.IGNORECASE)


def address_for(person_id: int, purpose: str, key: str, payload: Mapping[str, Any]) -> str:
    """The address under which this person answers this question, or "" on a site that receives no mail.

    The same question gets the same address however often it is asked for.
    """
    if not settings.FATE_REPLIES:
        return ""
    row, _made = ReplyAddress.objects.get_or_create(person_id=person_id, purpose=purpose, key=key, defaults={"payload": dict(payload)})
    return written(row)


def written(row: ReplyAddress) -> str:
    """The address as it stands in Reply-To."""
    return f"{LOCAL}+{row.token}@{settings.MAILIN_DOMAIN}"


def own() -> str:
    """The address that stands in From of all our mails, in lower case."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()


def is_own(address: str) -> bool:
    """Whether somebody writes to the address in From, because their program ignores Reply-To or because they begin."""
    return settings.FATE_REPLIES and address.strip().lower() == own()


def unasked(person_id: int, thread: str = "") -> ReplyAddress:
    """Where commands of this person are kept, for each thread and for none."""
    row, _made = ReplyAddress.objects.select_related("person").get_or_create(
        person_id=person_id, purpose=UNASKED, key=thread, defaults={"payload": {"game": thread} if thread else {}}
    )
    return row


def find(address: str) -> ReplyAddress | None:
    """Whose question an address belongs to, whatever its case; None for an address that is not ours or never was."""
    found = _ADDRESS.fullmatch(address.strip().lower())
    if returned := _RETURNED.fullmatch(address.strip().lower()):
        return bounces.find(returned[1]) if returned[2] == settings.MAILIN_DOMAIN else None
    if found is None or found[2] != settings.MAILIN_DOMAIN:
        return None
    return ReplyAddress.objects.select_related("person").filter(token=found[1]).first()


def without_secrets(text: str) -> str:
    """A text that others may read: without links and reply addresses, because these act for whoever holds them."""
    return _ANYWHERE.sub("", _OUR_LINK.sub("", text))
