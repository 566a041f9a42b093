"""Verify DKIM signatures (RFC 6376) of the author's domain, and that the signed mail was written as the answer to this question.

dkimpy verifies the cryptography; this module decides the rest. A signature counts if

- its domain is aligned with that of the author (RFC 7489), strictly where the domain's DMARC record says so,
- it covers From and the whole body (no `l=`), with a key of 1,024 bits or more and SHA-256 (RFC 8301), not one of a test (`t=y`),
- it was made after the question was asked, and, if it covers To or Cc, one of them names the reply address of the question. An old mail
  of the same person can therefore not be replayed as the answer to another question.
"""

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
"""Longest key record in characters; a key of 8,192 bits takes 1,500. The time to verify a signature grows with the key."""
CLOCKS_DIFFER = timedelta(hours=1)
CLOCKS_OF_PEOPLE_DIFFER = timedelta(days=1)


def signed_by(mail: Arrival, author: str, lookups: Lookups, strict: Callable[[], bool]) -> bool:
    """Return whether the domain of the author's address has signed this mail.

    `strict` returns whether that domain requires strict alignment; it is called only if the signing domain is another one.
    Raises Unavailable if a key could not be fetched and no other signature is valid.
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
    """Return whether the headers as dkimpy parses them have a single From header with this address only."""
    found = [value.decode("utf-8", "replace") for name, value in headers if name.lower().strip() == b"from"]
    return len(found) == 1 and set(addresses_in(found[0].replace("\r\n", ""))) == {author}


def written_to_us(mail: Arrival, author: str) -> bool:
    """Return whether no signature of the author's domain contradicts that the mail answers this question; no key is looked up.

    For mails that the site's mail server vouches for: OpenDKIM accepts signatures of a part (`l=`), and knows nothing of the question. Its
    results do not say which signature passed, so all of them have to fulfil the conditions.
    """
    head = mail.raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    taken = bodies.take_apart(head)
    if taken is None:
        return b"dkim-signature" not in head.lower()
    found = [bodies.tags_of(value) for name, value in taken[0] if name.lower().strip() == b"dkim-signature"]
    return all(tags is not None and _may_answer(tags, taken[0], author.rpartition("@")[2], mail) for tags in found)


def _may_answer(tags: Tags, headers: bodies.Headers, domain: str, mail: Arrival) -> bool:
    return not aligned(_domain(tags), domain) or (b"l" not in tags and answers_us(tags, covered_by(tags), headers, mail))


def _domain(tags: Tags) -> str:
    return ascii_domain(tags.get(b"d", b"").decode("utf-8", "replace"))


def _counts(tags: Tags, headers: bodies.Headers, author: str, mail: Arrival) -> bool:
    """Return whether a signature fulfils all conditions that can be checked without its key."""
    covered = covered_by(tags)
    if b"from" not in covered or not aligned(_domain(tags), author):
        return False
    return answers_us(tags, covered, headers, mail)


def covered_by(tags: Tags) -> set[bytes]:
    """Return the names of the headers that a signature covers, in lower case."""
    return {name.strip().lower() for name in tags.get(b"h", b"").split(b":")}


def answers_us(tags: Tags, covered: set[bytes], headers: bodies.Headers, mail: Arrival) -> bool:
    """Return whether the signed mail was written to this address, after the address was created."""
    return _addressed(covered, headers, mail.recipient) and _recent(tags, covered, headers, mail.asked_at)


def _addressed(covered: set[bytes], headers: bodies.Headers, recipient: str) -> bool:
    """Return whether a covered To or Cc names the recipient; True if neither is covered, as with Microsoft 365."""
    names = covered & {b"to", b"cc"}
    if not recipient or b"to" not in names:
        return True
    return any(recipient in value.decode("utf-8", "replace").lower() for name, value in headers if name.lower() in names)


def _recent(tags: Tags, covered: set[bytes], headers: bodies.Headers, asked_at: datetime | None) -> bool:
    """Return whether the mail was signed after `asked_at`, by the signing server's clock (`t=`), else by the writer's clock (Date)."""
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
    """DKIM verifier that skips the body, whose hash `bodies` has checked before."""

    def verify_sig(self, sig: Tags, *arguments: object) -> bool:
        """Verify without the tag `bh=`. The hashed signature header still contains it."""
        return bool(super().verify_sig({name: value for name, value in sig.items() if name != b"bh"}, *arguments))


def _verified(raw: bytes, index: int, lookups: Lookups) -> bool:
    """Return whether the signature at `index` is valid for the headers. Raises Unavailable."""
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    try:
        return _BodyKnown(head + b"\n\n").verify(index, dnsfunc=key_in(lookups))
    except Unavailable:
        raise
    except Exception as error:  # dkimpy raises arbitrary errors for malformed signatures and keys
        log.info("dkim_unreadable: %s: %s", type(error).__name__, error)
        return False


def key_in(lookups: Lookups) -> Callable[..., bytes | None]:
    """Return the function that dkimpy calls to fetch a key record. It returns None unless there is exactly one usable record."""

    def key(name: bytes, timeout: float = 0) -> bytes | None:
        found = [text for text in lookups.texts(name.decode("ascii", "replace")) if b"p=" in text and len(text) <= LONGEST_KEY]
        return found[0] if len(found) == 1 and not _only_a_test(found[0]) else None

    return key


def _only_a_test(record: bytes) -> bool:
    """Return whether a key record is malformed or marked as a test (`t=y`)."""
    try:
        return b"y" in [flag.strip() for flag in parse_tag_value(record).get(b"t", b"").split(b":")]
    except InvalidTagValueList:
        return True
