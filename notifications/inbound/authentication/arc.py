"""ARC (RFC 8617): what forwarders found out before they changed a mail, believed only of forwarders the operator has named.

Anybody can seal a chain with any contents, so every seal has to be by a named domain. What the first of them wrote when the mail
reached it decides.
"""

from __future__ import annotations

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
    """A chain of named forwarders vouches for the author. Raises Unavailable."""
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
    """What the first forwarder wrote; nothing if there are two such headers."""
    written = [value.decode("utf-8", "replace") for name, value in headers if name.lower() == b"arc-authentication-results"]
    found = [match[2] for match in (_INSTANCE.fullmatch(re.sub(r"\r\n", "", text)) for text in written) if match and int(match[1]) == 1]
    header = results.parse(found[0]) if len(found) == 1 else None
    return list(header.results) if header else []


def _intact(mail: Arrival, headers: bodies.Headers, lookups: Lookups) -> bool:
    """Every seal is good, and the last forwarder signed From and the whole body as they are."""
    signatures = [bodies.tags_of(value) or {} for name, value in headers if name.lower() == b"arc-message-signature"]
    if not all(_covers(tags, headers, mail) for tags in signatures):
        return False
    try:
        verdict, _sets, _why = dkim.ARC(mail.raw).verify(dnsfunc=key_in(lookups))
    except Unavailable:
        raise
    except Exception as error:  # dkimpy raises all kinds of errors for chains that strangers make up
        log.info("arc_unreadable: %s: %s", type(error).__name__, error)
        return False
    return bool(verdict == dkim.CV_Pass)


def _covers(tags: dict[bytes, bytes], headers: bodies.Headers, mail: Arrival) -> bool:
    covered = covered_by(tags)
    return b"l" not in tags and b"from" in covered and answers_us(tags, covered, headers, mail)
