"""Check the body hashes of DKIM signatures (RFC 6376, 3.4 and 3.7).

Pictures are removed from long mails before they are stored (`slim`), so the hashes are checked at reception, where the whole mail is
available. No DNS lookup is needed. dkimpy's own canonicalisation takes quadratic time in the number of blanks in a line.
"""

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
"""Lines of the header section; no more than `mime.split` reads, so that both parsers see the same headers."""

_HASHES = {b"rsa-sha256": hashlib.sha256, b"ed25519-sha256": hashlib.sha256}
"""SHA-1 is not accepted (RFC 8301)."""

Headers = list[tuple[bytes, bytes]]


def take_apart(raw: bytes) -> tuple[Headers, bytes] | None:
    """Return headers and body as dkimpy parses them; None for a mail that other programs parse differently.

    A lone carriage return is a line end for some programs (also for `mime`) but not for DKIM. With one, a signed mail could show another
    body than the signed one, so such mails are rejected.
    """
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    if b"\r" in raw.replace(b"\r\n", b"") or b"\0" in head or len(head) > LONGEST_HEAD or head.count(b"\n") >= MOST_LINES:
        return None
    if head[:1] in (b"\n", b" ", b"\t") or any(len(line) > LONGEST_SIGNATURE - 100 for line in head.split(b"\n")):
        return None
    try:
        headers, _body = rfc822_parse(head + b"\n\n")
    except Exception:  # dkimpy raises arbitrary errors for malformed header lines, which no signed mail has
        return None
    return [(bytes(name), bytes(value)) for name, value in headers], raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2]


def signatures(headers: Headers) -> list[dict[bytes, bytes] | None]:
    """Return the tags of each DKIM-Signature from the top, at most `MOST_SIGNATURES`; None for one that is malformed or too long."""
    return [tags_of(value) for name, value in headers if name.lower() == b"dkim-signature"][:MOST_SIGNATURES]


def tags_of(value: bytes) -> dict[bytes, bytes] | None:
    """Parse the tags of a signature or seal; None if it is malformed or too long."""
    if len(value) > LONGEST_SIGNATURE:
        return None
    try:
        tags: dict[bytes, bytes] = parse_tag_value(value)
    except InvalidTagValueList:
        return None
    return tags


def intact(raw: bytes) -> list[bool]:
    """Return for each signature whether its hash covers the whole body. A signature of a part (`l=`) is rejected: text could be added."""
    taken = take_apart(raw)
    if taken is None:
        return []
    headers, body = taken
    return [tags is not None and _matches(tags, body) for tags in signatures(headers)]


def _matches(tags: dict[bytes, bytes], body: bytes) -> bool:
    """Return whether the body hash of a signature (`bh=`) is that of the body."""
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
    """Return the canonical form of a body, which is hashed. The lines of `body` end in line feeds, those of the result in CRLF."""
    if relaxed:
        body = re.sub(rb"[ \t]+", b" ", body).replace(b" \n", b"\n")
        body = body[:-1] if body.endswith(b" ") else body
    body = body.rstrip(b"\n")
    return body.replace(b"\n", b"\r\n") + b"\r\n" if body or not relaxed else b""
