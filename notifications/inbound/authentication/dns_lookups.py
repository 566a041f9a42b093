"""Questions to the DNS on behalf of one mail, with a bound on their time and number, because strangers choose whom we ask."""

from __future__ import annotations

import time
from typing import Any

import dns.exception
import dns.resolver

SECONDS = 8.0
"""For one mail, all questions together."""
EACH = 3.0
MOST = 40
REST = 60.0
"""Seconds in which a name that did not answer is not asked again: one slow DNS server delays one mail, not all of them."""
MOST_SLOW = 1000

_slow: dict[str, float] = {}


class Unavailable(Exception):
    """The DNS gave no answer in time; the mail is looked at again later."""


def resolver() -> dns.resolver.Resolver:
    """The resolver of this machine. Raises dns.exception.DNSException when none is configured."""
    return dns.resolver.Resolver()


class Lookups:
    """One mail's questions. Every method raises Unavailable when there is no answer, and gives an empty list for no records."""

    def __init__(self) -> None:
        self._end = time.monotonic() + SECONDS
        self._left = MOST
        self._resolver: dns.resolver.Resolver | None = None
        self._known: dict[tuple[str, str], list[Any]] = {}

    def texts(self, name: str) -> list[bytes]:
        """The TXT records, each as one text."""
        return [b"".join(record.strings) for record in self.records(name, "TXT")]

    def records(self, name: str, kind: str) -> list[Any]:
        """The records of one kind, as dnspython reads them."""
        asked = (name.lower().rstrip("."), kind)
        if asked not in self._known:
            self._known[asked] = self._ask(*asked)
        return self._known[asked]

    def _ask(self, name: str, kind: str) -> list[Any]:
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
        except (dns.exception.DNSException, UnicodeError):  # no name that could exist
            return []


def _remember_slow(name: str) -> None:
    now = time.monotonic()
    if len(_slow) >= MOST_SLOW:
        for known in [known for known, until in _slow.items() if until <= now] or list(_slow):
            del _slow[known]
    _slow[name] = now + REST
