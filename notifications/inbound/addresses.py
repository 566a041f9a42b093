"""Create and look up reply addresses (`play+<token>@domain`, one for each open question of a user) and return paths of outgoing mails."""

import re
from collections.abc import Mapping
from email.utils import parseaddr
from typing import Any

from django.conf import settings

from notifications.inbound import bounces
from notifications.models import ReplyAddress

LOCAL = "play"
UNASKED = "unasked"
"""The purpose of mails that answer no question; the payload names the thread that they belong to, if any."""

_ADDRESS = re.compile(r"(?:play\+)([a-z0-9]{32})@([a-z0-9.-]{1,255})")
_RETURNED = re.compile(r"bounce\+([a-z0-9.]{3,40})@([a-z0-9.-]{1,255})")
_ANYWHERE = re.compile(r"play\+[a-z0-9]{32}(?:@[a-z0-9.-]*)?", re.IGNORECASE)
_OUR_LINK = re.compile(r"https?://\S+", re.IGNORECASE)


def address_for(person_id: int, purpose: str, key: str, payload: Mapping[str, Any]) -> str:
    """Return the reply address for a question to a user; "" if the site receives no mail (FATE_REPLIES).

    `purpose` selects the handler of the replies, `key` identifies the question, and `payload` is stored for the handler. The same
    question always gets the same address.
    """
    if not settings.FATE_REPLIES:
        return ""
    row, _made = ReplyAddress.objects.get_or_create(person_id=person_id, purpose=purpose, key=key, defaults={"payload": dict(payload)})
    return written(row)


def written(row: ReplyAddress) -> str:
    return f"{LOCAL}+{row.token}@{settings.MAILIN_DOMAIN}"


def own() -> str:
    """Return the address in the From header of all outgoing mails, in lower case."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()


def is_own(address: str) -> bool:
    """Return whether this is the address in From. Mails reach it from programs that ignore Reply-To, and without a question."""
    return settings.FATE_REPLIES and address.strip().lower() == own()


def unasked(person_id: int, thread: str = "") -> ReplyAddress:
    """Return the address that mails of a user without a question are stored under: one per thread, and one for `thread` ""."""
    row, _made = ReplyAddress.objects.select_related("person").get_or_create(
        person_id=person_id, purpose=UNASKED, key=thread, defaults={"payload": {"game": thread} if thread else {}}
    )
    return row


def find(address: str) -> ReplyAddress | None:
    """Look up a reply address or return path, ignoring case; None if it does not exist or belongs to another domain."""
    found = _ADDRESS.fullmatch(address.strip().lower())
    if returned := _RETURNED.fullmatch(address.strip().lower()):
        return bounces.find(returned[1]) if returned[2] == settings.MAILIN_DOMAIN else None
    if found is None or found[2] != settings.MAILIN_DOMAIN:
        return None
    return ReplyAddress.objects.select_related("person").filter(token=found[1]).first()


def without_secrets(text: str) -> str:
    """Remove links and reply addresses from a text that other people or programs read: who has them could act for their owner."""
    return _ANYWHERE.sub("", _OUR_LINK.sub("", text))
