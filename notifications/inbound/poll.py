"""Fetch replies from a mailbox by IMAP, for sites without a mail server of their own."""

import imaplib
import re
from urllib.parse import unquote, urlsplit

from notifications.inbound import addresses, references, store
from notifications.inbound.mime import take_apart
from notifications.inbound.reading import addresses_in, read
from notifications.models import InboundMail

RECIPIENTS = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
MOST = 200
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")


def poll(url: str) -> int:
    """Store every unseen mail to one of the site's addresses, mark it as seen, and return how many mails were new.

    `url` has the form `imaps://user:password@host/folder`. After a crash between storing and marking, the mail is fetched again and
    recognised by its Message-ID. Raises OSError or imaplib.IMAP4.error if the mailbox cannot be read.
    """
    parts = urlsplit(url)
    make = imaplib.IMAP4_SSL if parts.scheme == "imaps" else imaplib.IMAP4
    box = make(parts.hostname or "", parts.port or (993 if parts.scheme == "imaps" else 143), timeout=30)
    try:
        box.login(unquote(parts.username or ""), unquote(parts.password or ""))
        box.select(unquote(parts.path.strip("/")) or "INBOX")
        _status, found = box.uid("SEARCH", "UNSEEN")
        return sum(_take(box, uid.decode("ascii")) for uid in (found[0] or b"").split()[:MOST])
    finally:
        _leave(box)


def _leave(box: imaplib.IMAP4) -> None:
    """Log out; close the socket if the server is gone. The context manager of imaplib would leave the socket open in that case."""
    try:
        box.logout()
    except (OSError, imaplib.IMAP4.error):
        box.shutdown()


def _take(box: imaplib.IMAP4, uid: str) -> int:
    """Fetch and store one mail unless it is too large, mark it as seen, and return how many were new."""
    _status, sized = box.uid("FETCH", uid, "(RFC822.SIZE)")
    size = _SIZE.search(sized[0] if isinstance(sized[0], bytes) else b"")
    kept = 0
    if size is not None and int(size[1]) <= store.LARGEST:
        _status, answer = box.uid("FETCH", uid, "(BODY.PEEK[])")
        kept = sum(keep_any(item[1], InboundMail.Way.IMAP) for item in answer if isinstance(item, tuple))
    box.uid("STORE", uid, "+FLAGS", "(\\Seen)")
    return kept


def keep_any(raw: bytes, way: str, *, recipient: str = "") -> int:
    """Store a mail under the first of the site's addresses that the envelope (`recipient`, if known) or its headers name.

    Return 1 if the mail was new, 0 if it is stored already or names no address of this site.
    """
    mime = take_apart(raw)
    named = [recipient] + [address for name in RECIPIENTS for header in mime.all(name)[:5] for address in addresses_in(header)]
    address = next((found for found in map(addresses.find, named[:50]) if found is not None), None)
    to = ""
    if address is None and any(map(addresses.is_own, named[:50])):
        address, to = references.address_of(read(raw)), addresses.own()
    sender = mime.one("Return-Path").strip("<> ") or ("" if "Return-Path" in mime.head else mime.one("From"))
    return int(address is not None and store.keep(raw, address, sender=sender, way=way, to=to))
