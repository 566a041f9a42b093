"""Whether a mail really comes from whom it names (RFC 8601), as our own mail server has found out.

Only the topmost Authentication-Results header counts, and only when it carries our server's name: whoever wrote the mail
can write such headers too, but only below the one our server adds.
"""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings

from notifications.inbound.reading import Reading

_COMMENT = re.compile(r"\([^()]*\)")
_RESULT = re.compile(r"\s*([a-z-]+)\s*(?:/\s*\d+)?\s*=\s*([a-z]+)(.*)", re.IGNORECASE | re.DOTALL)
_PROPERTY = re.compile(r"([a-z]+\.[a-z-]+)\s*=\s*\"?([^\s;\"]+)", re.IGNORECASE)


def trusted(reading: Reading, person: Any) -> bool:
    """The mail comes from this person; on a casual site, knowing the address is proof enough."""
    if settings.FATE_MAILIN_CASUAL:
        return True
    return bool(reading.sender) and reading.sender == str(person.email or "").lower() and authenticated(reading)


def authenticated(reading: Reading) -> bool:
    """Our mail server vouches for the domain of the From address: DMARC has passed, or an aligned DKIM signature."""
    domain = reading.sender.rpartition("@")[2]
    headers = [str(value) for value in reading.mime.head.get_all("Authentication-Results", [])]
    if not domain or not headers or not settings.FATE_MAILIN_AUTHSERV:
        return False
    first, *results = _plain(headers[0][:4000]).split(";")
    if (first.split() or [""])[0].lower() != settings.FATE_MAILIN_AUTHSERV.lower():
        return False
    return any(_vouches(result, domain) for result in results)


def _plain(header: str) -> str:
    """Without comments, which may contain anything; they nest at most a few times in honest mails."""
    for _depth in range(4):
        header = _COMMENT.sub(" ", header)
    return header


def _vouches(result: str, domain: str) -> bool:
    found = _RESULT.match(result)
    if found is None or found[2].lower() != "pass":
        return False
    facts = {name.lower(): value.lower().rpartition("@")[2] for name, value in _PROPERTY.findall(found[3])}
    if found[1].lower() == "dmarc":
        return facts.get("header.from", "") == domain
    if found[1].lower() == "dkim":
        return _aligned(facts.get("header.d") or facts.get("header.i", ""), domain)
    return False


def _aligned(signed: str, domain: str) -> bool:
    """The signing domain is that of the address or one above it, as a domain somebody can own (not `org` alone)."""
    return signed == domain or ("." in signed and domain.endswith("." + signed))
