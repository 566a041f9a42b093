"""DKIM (RFC 6376): a signature of the author's own domain over From and the whole body, made for this very question.

dkimpy verifies; what it leaves open is decided here. A signature counts if

- its domain is aligned with that of the author (RFC 7489), strictly where the domain's DMARC record says so,
- it covers From and the whole body (no `l=`), with a key of 1,024 bits or more and SHA-256 (RFC 8301), not one of a test (`t=y`),
- it was made after our question was asked, and, if it covers To or Cc, one of them names the address that we gave for the answer:
  an old mail of the same person cannot be sent to us again as the answer to something else.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import dkim
from dkim.util import InvalidTagValueList, parse_tag_value

from notifications.inbound.authentication import bodies
from notifications.inbound.authentication.arrival import Arrival
from notifications.inbound.authentication.dns_lookups import Lookups, Unavailable
from notifications.inbound.authentication.domains import aligned, ascii_domain
from notifications.inbound.reading import addresses_in

log = logging.getLogger(__name__)

Tags = dict[bytes, bytes]
LONGEST_KEY = 2000
"""Characters of a key record: a key of 8,192 bits takes 1,500. Checking a signature takes time that grows with the key."""
CLOCKS_DIFFER = timedelta(hours=1)
CLOCKS_OF_PEOPLE_DIFFER = timedelta(days=1)


def signed_by(mail: Arrival, author: str, lookups: Lookups, strict: Callable[[], bool]) -> bool:
    """Whether the domain of the author's address has signed this mail. `strict` is asked only where it matters.

    Raises Unavailable when a key could not be fetched and no other signature is good.
    """
    taken = bodies.take_apart(mail.raw)
    if taken is None or not same_author(taken[0], author):
        return False
    domain, unavailable = author.rpartition("@")[2], None
    intact = mail.session.get("bodies", [])
    intact = intact if "bodies" in mail.session else bodies.intact(mail.raw)
    for index, (tags, whole) in enumerate(zip(bodies.signatures(taken[0]), intact, strict=False)):
        if tags is None or not whole or not _counts(tags, taken[0], domain, mail):
            continue
        try:
            if _verified(mail.raw, index, lookups) and (_domain(tags) == ascii_domain(domain) or not strict()):
                return True
        except Unavailable as error:
            unavailable = error
    if unavailable is not None:
        raise unavailable
    return False


def same_author(headers: bodies.Headers, author: str) -> bool:
    """dkimpy's reader and ours see the same single From."""
    found = [value.decode("utf-8", "replace") for name, value in headers if name.lower().strip() == b"from"]
    return len(found) == 1 and set(addresses_in(found[0].replace("\r\n", ""))) == {author}


def _domain(tags: Tags) -> str:
    return ascii_domain(tags.get(b"d", b"").decode("utf-8", "replace"))


def _counts(tags: Tags, headers: bodies.Headers, author: str, mail: Arrival) -> bool:
    """Everything that can be judged without the key."""
    covered = covered_by(tags)
    if b"from" not in covered or not aligned(_domain(tags), author):
        return False
    return answers_us(tags, covered, headers, mail)


def covered_by(tags: Tags) -> set[bytes]:
    """The names of the headers a signature covers."""
    return {name.strip().lower() for name in tags.get(b"h", b"").split(b":")}


def answers_us(tags: Tags, covered: set[bytes], headers: bodies.Headers, mail: Arrival) -> bool:
    """What was signed was written to this address, after we had given it away."""
    return _addressed(covered, headers, mail.recipient) and _recent(tags, covered, headers, mail.asked_at)


def _addressed(covered: set[bytes], headers: bodies.Headers, recipient: str) -> bool:
    """A covered To or Cc names our address. Not every provider covers them (Microsoft 365 does not)."""
    names = covered & {b"to", b"cc"}
    if not recipient or b"to" not in names:
        return True
    return any(recipient in value.decode("utf-8", "replace").lower() for name, value in headers if name.lower() in names)


def _recent(tags: Tags, covered: set[bytes], headers: bodies.Headers, asked_at: datetime | None) -> bool:
    """Signed after we had asked: by the signing server's clock (`t=`), or by the clock of its writer (Date)."""
    if asked_at is None:
        return True
    if (stamp := tags.get(b"t", b"")).isdigit() and len(stamp) < 12:
        return datetime.fromtimestamp(int(stamp), UTC) > asked_at - CLOCKS_DIFFER
    dates = [value for name, value in headers if name.lower() == b"date"]
    if b"date" not in covered or len(dates) != 1:
        return False
    try:
        date = parsedate_to_datetime(dates[0].decode("ascii", "replace").strip())
    except (ValueError, TypeError, IndexError, OverflowError):
        return False
    return date.replace(tzinfo=date.tzinfo or UTC) > asked_at - CLOCKS_OF_PEOPLE_DIFFER


class _BodyKnown(dkim.DKIM):
    """Leaves the body out: `bodies` has compared its hash before."""

    def verify_sig(self, sig: Tags, *arguments: object) -> bool:
        """The same without `bh=`; the header that is hashed keeps it."""
        return bool(super().verify_sig({name: value for name, value in sig.items() if name != b"bh"}, *arguments))


def _verified(raw: bytes, index: int, lookups: Lookups) -> bool:
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    try:
        return _BodyKnown(head + b"\n\n").verify(index, dnsfunc=key_in(lookups))
    except Unavailable:
        raise
    except Exception as error:  # dkimpy raises all kinds of errors for signatures and keys that strangers make up
        log.info("dkim_unreadable: %s: %s", type(error).__name__, error)
        return False


def key_in(lookups: Lookups) -> Callable[..., bytes | None]:
    """What dkimpy asks for keys."""

    def key(name: bytes, timeout: float = 0) -> bytes | None:
        found = [text for text in lookups.texts(name.decode("ascii", "replace")) if b"p=" in text and len(text) <= LONGEST_KEY]
        return found[0] if len(found) == 1 and not _only_a_test(found[0]) else None

    return key


def _only_a_test(record: bytes) -> bool:
    try:
        return b"y" in [flag.strip() for flag in parse_tag_value(record).get(b"t", b"").split(b":")]
    except InvalidTagValueList:
        return True
