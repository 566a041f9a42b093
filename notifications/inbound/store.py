"""Keeping a mail before anybody is told that we have it."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from notifications.inbound.truncation import KEPT, slim
from notifications.models import InboundMail, ReplyAddress

LARGEST = 10_000_000
"""Bytes of a mail that is let in. A reply is a few lines, but mail programs send pictures along; `slim` cuts them off before it is kept."""

_MESSAGE_ID = re.compile(rb"^message-id:[ \t]*(?:\r?\n[ \t]+)?([^\r\n]{1,1000})", re.IGNORECASE | re.MULTILINE)


def keep(raw: bytes, address: ReplyAddress, *, sender: str, way: str, client: str = "", helo: str = "", to: str = "") -> bool:
    """Store a mail; False when it was known already. One mail is (Message-ID, address), however often it is delivered.

    `sender` is the envelope's; "<>", the null path of bounces and automatic answers (RFC 5321, 4.5.5), is kept as "".
    `client` is the address of the calling server, `helo` the name it gives itself; both stay beside the mail, where its content
    cannot reach. `to` is the address it was written to where that is another one.
    """
    session: dict[str, Any] = {name: text[:255] for name, text in {"client": client, "helo": _printable(helo), "to": to}.items() if text}
    if len(raw) > KEPT:
        from notifications.inbound.authentication.bodies import intact  # imports the DKIM library, for long mails only

        session["bodies"] = intact(raw)
    rest = {"sender": _printable(sender).strip("<> ")[:320], "way": way, "raw": slim(raw), "session": session}
    _row, new = InboundMail.objects.get_or_create(message_id=message_id(raw), address=address, defaults=rest)
    return new


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in text)


def message_id(raw: bytes) -> str:
    """The Message-ID, or a fingerprint of the whole mail for programs that write none."""
    head = raw[:65_536].replace(b"\r\n", b"\n").split(b"\n\n", 1)[0]
    found = _MESSAGE_ID.search(head)
    name = found[1].decode("ascii", "replace").strip() if found else ""
    return name if 3 <= len(name) <= 250 and name.isprintable() else f"sha256:{hashlib.sha256(raw).hexdigest()}"
