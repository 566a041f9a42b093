"""DNS lookups for the verification of one mail, limited in time and number because the sender chooses the names that are looked up."""

import time
from typing import Any

import dns.exception
import dns.resolver

SECONDS = 8.0
"""Time for all lookups of one mail together."""
EACH = 3.0
MOST = 40
REST = 60.0
"""Seconds in which a name that did not answer is not looked up again, so that one slow DNS server does not delay every mail."""
MOST_SLOW = 1000

_slow: dict[str, float] = {}


class Unavailable(Exception):
    """The DNS gave no answer in time; the mail is to be verified again later."""


def resolver() -> dns.resolver.Resolver:
    """Return the system's resolver. Raises dns.exception.DNSException if none is configured."""
    return dns.resolver.Resolver()


class Lookups:
    """The lookups of one mail, cached. Methods raise Unavailable if there is no answer, and return [] if there are no records."""

    def __init__(self) -> None:
        self._end = time.monotonic() + SECONDS
        self._left = MOST
        self._resolver: dns.resolver.Resolver | None = None
        self._known: dict[tuple[str, str], list[Any]] = {}

    def texts(self, name: str) -> list[bytes]:
        """Return the TXT records of a name, the strings of each record joined."""
        return [b"".join(record.strings) for record in self.records(name, "TXT")]

    def records(self, name: str, kind: str) -> list[Any]:
        """Return the records of one type (`kind`, such as "MX") as dnspython objects."""
        asked = (name.lower().rstrip("."), kind)
        if asked not in self._known:
            self._known[asked] = self._ask(*asked)
        return self._known[asked]

    def _ask(self, name: str, kind: str) -> list[Any]:
        """Look the records up. Raises Unavailable after a timeout, or when the limits of this mail are reached."""
        now = time.monotonic()
        if now >= self._end or not self._left or _slow.get(name, 0.0) > now:
            raise Unavailable(f"no answer in time for {name} {kind}")
        self._left -= 1
        try:
            self._resolver = self._resolver or resolver()
            return list(self._resolver.resolve(name, kind, lifetime=min(EACH, self._end - now), search=False))
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except (dns.exception.Timeout, dns.resolver.NoNameservers, dns.resolver.NoResolverConfiguration, OSError) as error:
            _remember_slow(name)
            raise Unavailable(f"{name} {kind}: {type(error).__name__}") from error
        except (dns.exception.DNSException, UnicodeError):  # the name is not valid
            return []


def _remember_slow(name: str) -> None:
    """Record that a name did not answer; at most `MOST_SLOW` names are kept."""
    now = time.monotonic()
    if len(_slow) >= MOST_SLOW:
        for known in [known for known, until in _slow.items() if until <= now] or list(_slow):
            del _slow[known]
    _slow[name] = now + REST
