"""Recognise automatic mails (RFC 3834). They are stored, but never processed and never answered, which prevents mail loops."""

from django.conf import settings

from notifications.inbound import phrases
from notifications.inbound.addresses import LOCAL, own
from notifications.inbound.mime import Mime
from notifications.inbound.reading import Reading

_BULK = frozenset({"bulk", "junk", "list", "auto_reply"})
_AUTOREPLY = ("X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-AutoReply-From", "X-Mail-Autoreply")
_SUPPRESSED = frozenset({"all", "oof", "autoreply"})
"""Values of X-Auto-Response-Suppress that machines set. The others (DR, NDR, RN, NRN) refuse receipts, which people do as well."""
_LISTS = ("List-Id", "List-Post", "List-Unsubscribe", "Mailing-List", "X-Mailing-List")


def automatic(reading: Reading, envelope_sender: str) -> str:
    """Return in a few words why a mail counts as automatic; "" if a person may have written it."""
    mime = reading.mime
    if not envelope_sender or mime.one("Return-Path").strip() == "<>":
        return "null return path"
    if mime.one("Auto-Submitted").split(";")[0].strip().lower() not in ("", "no"):
        return "auto-submitted"
    if any(mime.one(name).strip().lower() not in ("", "no") for name in _AUTOREPLY) or mime.one("Precedence").strip().lower() in _BULK:
        return "automatic reply"
    if _SUPPRESSED.intersection(mime.one("X-Auto-Response-Suppress").lower().replace(",", " ").split()):
        return "suppresses answers"
    if phrases.AWAY.match(mime.one("Subject")):
        return "absence note"
    if any(mime.one(name) for name in _LISTS):
        return "mailing list"
    if mime.head.get_content_type() == "multipart/report":
        return "delivery report"
    return "our own mail" if _is_ours(reading, mime) else ""


def _is_ours(reading: Reading, mime: Mime) -> bool:
    """Return whether this site or a mail server has sent the mail."""
    name, _at, domain = reading.sender.partition("@")
    return (
        bool(mime.one("X-Fate-Ref"))
        or reading.sender == own()
        or (domain == settings.MAILIN_DOMAIN and name.startswith(LOCAL))
        or name in ("mailer-daemon", "postmaster")
    )
