"""Verify ARC chains (RFC 8617): the authentication results of forwarders, recorded before they changed a mail.

Anyone can seal a chain with any content. Therefore every seal must be by a domain that the operator has named
(FATE_MAILIN_ARC_SEALERS). The results that the first forwarder recorded when it received the mail decide.
"""

import logging
import re

import dkim
from django.conf import settings

from notifications.inbound import results
from notifications.inbound.authentication import bodies
from notifications.inbound.authentication.arrival import Arrival
from notifications.inbound.authentication.dkim_signatures import answers_us, covered_by, key_in, same_author
from notifications.inbound.authentication.dns_lookups import Lookups, Unavailable
from notifications.inbound.authentication.domains import ascii_domain
from notifications.inbound.authentication.verdict import vouched

log = logging.getLogger(__name__)

MOST_SEALS = 10
LONGEST_BLANKS = re.compile(rb"[ \t]{500}")
_INSTANCE = re.compile(r"\s*i\s*=\s*(\d{1,2})\s*;(.*)", re.DOTALL)


def sealed(mail: Arrival, author: str, lookups: Lookups) -> bool:
    """Return whether a valid chain of named forwarders vouches for the author. Raises Unavailable."""
    taken = bodies.take_apart(mail.raw)
    if taken is None or not same_author(taken[0], author) or "bodies" in mail.session or LONGEST_BLANKS.search(mail.raw):
        return False
    seals = [value for name, value in taken[0] if name.lower() == b"arc-seal"]
    if not 0 < len(seals) <= MOST_SEALS or not {_sealer(seal) for seal in seals} <= set(settings.FATE_MAILIN_ARC_SEALERS):
        return False
    first = _first_results(taken[0])
    return bool(first) and vouched(first, author.rpartition("@")[2]) is True and _intact(mail, taken[0], lookups)


def _sealer(seal: bytes) -> str:
    return ascii_domain((bodies.tags_of(seal) or {}).get(b"d", b"").decode("utf-8", "replace"))


def _first_results(headers: bodies.Headers) -> list[results.Result]:
    """Return the results that the first forwarder (i=1) recorded; [] unless there is exactly one such header."""
    written = [value.decode("utf-8", "replace") for name, value in headers if name.lower() == b"arc-authentication-results"]
    found = [match[2] for match in (_INSTANCE.fullmatch(re.sub(r"\r\n", "", text)) for text in written) if match and int(match[1]) == 1]
    header = results.parse(found[0]) if len(found) == 1 else None
    return list(header.results) if header else []


def _intact(mail: Arrival, headers: bodies.Headers, lookups: Lookups) -> bool:
    """Return whether every seal is valid, and the last forwarder has signed From and the whole body as they are now."""
    signatures = [bodies.tags_of(value) or {} for name, value in headers if name.lower() == b"arc-message-signature"]
    if not all(_covers(tags, headers, mail) for tags in signatures):
        return False
    try:
        verdict, _sets, _why = dkim.ARC(mail.raw).verify(dnsfunc=key_in(lookups))
    except Unavailable:
        raise
    except Exception as error:  # dkimpy raises arbitrary errors for malformed chains
        log.info("arc_unreadable: %s: %s", type(error).__name__, error)
        return False
    return bool(verdict == dkim.CV_Pass)


def _covers(tags: dict[bytes, bytes], headers: bodies.Headers, mail: Arrival) -> bool:
    covered = covered_by(tags)
    return b"l" not in tags and b"from" in covered and answers_us(tags, covered, headers, mail)
