"""Store an incoming mail. This happens before the delivery is acknowledged to the sending server."""

import hashlib
import re
from typing import Any

from notifications.inbound.reading import read
from notifications.inbound.truncation import KEPT, slim
from notifications.models import InboundMail, ReplyAddress

LARGEST = 10_000_000
"""Largest accepted mail in bytes. Replies are short, but mail programs attach pictures; `slim` removes them before the mail is stored."""

_MESSAGE_ID = re.compile(rb"^message-id:[ \t]*(?:\r?\n[ \t]+)?([^\r\n]{1,1000})", re.IGNORECASE | re.MULTILINE)


def keep(raw: bytes, address: ReplyAddress, *, sender: str, way: str, client: str = "", helo: str = "", to: str = "") -> bool:
    """Store a mail; return False if it is stored already. The pair (Message-ID, address) identifies a mail across repeated deliveries.

    Some programs give several mails the same Message-ID. A mail with other words than the stored one is therefore stored as well.

    `sender` is the envelope sender; "<>", the null path of bounces and automatic replies (RFC 5321, 4.5.5), is stored as "". `way` is one
    of `InboundMail.Way`. `client` is the IP address of the connecting server, `helo` the name that it gives; both are stored in a field
    of their own, so that the content of the mail cannot forge them. `to` is the recipient if that is not `address`.
    """
    session: dict[str, Any] = {name: text[:255] for name, text in {"client": client, "helo": _printable(helo), "to": to}.items() if text}
    if len(raw) > KEPT:
        from notifications.inbound.authentication.bodies import intact  # imports the DKIM library, for long mails only

        session["bodies"] = intact(raw)
    rest = {"sender": _printable(sender).strip("<> ")[:320], "way": way, "raw": slim(raw), "session": session}
    name = message_id(raw)
    row, new = InboundMail.objects.get_or_create(message_id=name, address=address, defaults=rest)
    if not new and (other := _other_words(bytes(row.raw), raw)):
        digest = hashlib.sha256(f"{name}\n{other}".encode()).hexdigest()
        _row, new = InboundMail.objects.get_or_create(message_id=f"sha256:{digest}", address=address, defaults=rest)
    return new


def _other_words(stored: bytes, raw: bytes) -> str:
    """Return the writer's words of a mail if those of the stored mail differ, else "". A stored mail may have been emptied since."""
    words = "\n".join(read(raw).lines)
    return words if stored and words != "\n".join(read(stored).lines) else ""


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in text)


def message_id(raw: bytes) -> str:
    """Return the Message-ID of a mail; a hash of the whole mail if it has none."""
    head = raw[:65_536].replace(b"\r\n", b"\n").split(b"\n\n", 1)[0]
    found = _MESSAGE_ID.search(head)
    name = found[1].decode("ascii", "replace").strip() if found else ""
    return name if 3 <= len(name) <= 250 and name.isprintable() else f"sha256:{hashlib.sha256(raw).hexdigest()}"
