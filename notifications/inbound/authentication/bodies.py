"""Whether the body of a mail is the one that was signed (RFC 6376, 3.4 and 3.7).

Long mails lose their pictures before they are kept (`slim`), so this is found out at reception, where the whole mail is at hand;
it asks nobody. dkimpy's own way through a body takes time that grows with the square of a line's blanks.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re

from dkim import rfc822_parse
from dkim.util import InvalidTagValueList, parse_tag_value

MOST_SIGNATURES = 10
LONGEST_SIGNATURE = 4096
LONGEST_HEAD = 60_000
MOST_LINES = 400
"""Lines of the head; no more than `mime.split` reads, so that both see the same headers."""

_HASHES = {b"rsa-sha256": hashlib.sha256, b"ed25519-sha256": hashlib.sha256}
"""SHA-1 proves nothing any more (RFC 8301)."""

Headers = list[tuple[bytes, bytes]]


def take_apart(raw: bytes) -> tuple[Headers, bytes] | None:
    """Headers and body as dkimpy reads them; None for a mail that other programs would read in another way.

    A carriage return alone is a line's end to some programs (to `mime`, too) and none to DKIM: behind one, a signed mail could
    be given another body.
    """
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    if b"\r" in raw.replace(b"\r\n", b"") or b"\0" in head or len(head) > LONGEST_HEAD or head.count(b"\n") >= MOST_LINES:
        return None
    if head[:1] in (b"\n", b" ", b"\t") or any(len(line) > LONGEST_SIGNATURE - 100 for line in head.split(b"\n")):
        return None
    try:
        headers, _body = rfc822_parse(head + b"\n\n")
    except Exception:  # dkimpy's reader may raise anything for lines that are no headers; no mail that is signed has such
        return None
    return [(bytes(name), bytes(value)) for name, value in headers], raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2]


def signatures(headers: Headers) -> list[dict[bytes, bytes] | None]:
    """The tags of each DKIM-Signature from the top, None for one that cannot be read or is much longer than any is."""
    return [tags_of(value) for name, value in headers if name.lower() == b"dkim-signature"][:MOST_SIGNATURES]


def tags_of(value: bytes) -> dict[bytes, bytes] | None:
    """The tags of a signature or seal; None where they cannot be read."""
    if len(value) > LONGEST_SIGNATURE:
        return None
    try:
        tags: dict[bytes, bytes] = parse_tag_value(value)
    except InvalidTagValueList:
        return None
    return tags


def intact(raw: bytes) -> list[bool]:
    """For each signature whether the body is the signed one, all of it: a signature of a part (`l=`) lets anybody add to the rest."""
    taken = take_apart(raw)
    if taken is None:
        return []
    headers, body = taken
    return [tags is not None and _matches(tags, body) for tags in signatures(headers)]


def _matches(tags: dict[bytes, bytes], body: bytes) -> bool:
    hashed = _HASHES.get(tags.get(b"a", b""))
    _head, _slash, way = tags.get(b"c", b"simple/simple").partition(b"/")
    if hashed is None or b"l" in tags or way not in (b"", b"simple", b"relaxed"):
        return False
    try:
        wanted = base64.b64decode(re.sub(rb"\s+", b"", tags.get(b"bh", b"")), validate=True)
    except binascii.Error:
        return False
    return hashed(canonical(body, relaxed=way == b"relaxed")).digest() == wanted


def canonical(body: bytes, *, relaxed: bool) -> bytes:
    """The body (lines ended by line feeds) in the form that is hashed."""
    if relaxed:
        body = re.sub(rb"[ \t]+", b" ", body).replace(b" \n", b"\n")
        body = body[:-1] if body.endswith(b" ") else body
    body = body.rstrip(b"\n")
    return body.replace(b"\n", b"\r\n") + b"\r\n" if body or not relaxed else b""
