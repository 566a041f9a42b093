"""Read DMARC policies (RFC 7489), and verify by SPF (RFC 7208) that a mail came directly from a server of the author's domain."""

import logging
import re
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

import spf
from django.conf import settings

from notifications.inbound.authentication.arrival import Arrival
from notifications.inbound.authentication.dns_lookups import SECONDS, Lookups, Unavailable
from notifications.inbound.authentication.domains import aligned, ascii_domain, organization

log = logging.getLogger(__name__)

_TAG = re.compile(r"\s*([a-z]+)\s*=\s*([^;]*?)\s*(?:;|$)", re.IGNORECASE)
_ENVELOPE = re.compile(r"[^\s@\"(),:;<>\\\[\]]{1,64}@[^\s@\"(),:;<>\\\[\]]{1,255}")
MOST_SERVERS = 5


@dataclass(frozen=True, slots=True)
class Policy:
    """The alignment modes of a DMARC record: strict accepts the same domain only, relaxed the same organizational domain."""

    strict_dkim: bool
    strict_spf: bool


def policy_of(domain: str, lookups: Lookups) -> Policy | None:
    """Return the policy of a domain, else that of its organizational domain; None unless there is exactly one record.

    Raises Unavailable.
    """
    domain = ascii_domain(domain)
    for name in dict.fromkeys([domain, organization(domain)]):
        texts = [text.decode("utf-8", "replace") for text in lookups.texts(f"_dmarc.{name}")]
        records = [text for text in texts if re.match(r"v\s*=\s*DMARC1\s*(?:;|$)", text)]
        if len(records) == 1:
            tags = {found[1].lower(): found[2].lower() for found in _TAG.finditer(records[0])}
            return Policy(tags.get("adkim") == "s", tags.get("aspf") == "s") if "p" in tags else None
        if records:
            return None
    return None


def sent_directly(mail: Arrival, author: str, lookups: Lookups) -> bool:
    """Return whether the author's domain has a DMARC record and its SPF record names the client. Raises Unavailable.

    Behind another mail server the client is that server. Therefore only connections from public IP addresses to this site's own SMTP
    port count, and not those from the servers that receive mail for this site's domain (MX).
    """
    domain, client = author.rpartition("@")[2], _public(mail.session.get("client", ""))
    if mail.way != "smtp" or client is None or settings.FATE_MAILIN_AUTHSERV or not _ENVELOPE.fullmatch(mail.sender):
        return False
    sending = mail.sender.rpartition("@")[2]
    policy = policy_of(domain, lookups) if aligned(sending, domain) else None
    if policy is None or not aligned(sending, domain, strict=policy.strict_spf):
        return False
    return _passes(mail, str(client), lookups) and client not in _our_servers(lookups)


def _public(client: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address of the client; None unless it is a public address."""
    try:
        address = ip_address(client)
    except ValueError:
        return None
    address = getattr(address, "ipv4_mapped", None) or address
    return address if address.is_global else None


def _our_servers(lookups: Lookups) -> set[IPv4Address | IPv6Address]:
    """Return the IP addresses of the servers that receive mail for this site's domain and forward it here."""
    exchanges = lookups.records(settings.MAILIN_DOMAIN, "MX")[:MOST_SERVERS]
    names = [record.exchange.to_text() for record in exchanges]
    return {ip_address(record.address) for name in names for kind in ("A", "AAAA") for record in lookups.records(name, kind)}


def _passes(mail: Arrival, client: str, lookups: Lookups) -> bool:
    """Return whether SPF passes for the envelope sender and the client. Raises Unavailable."""
    helo = re.sub(r"[^A-Za-z0-9.-]", "", str(mail.session.get("helo", "")))[:255] or "unknown"
    context = copy_context()
    context.run(_lookups.set, lookups)
    try:
        result, _code, why = context.run(spf.query(i=client, s=mail.sender, h=helo, querytime=SECONDS).check)
    except Unavailable:
        raise
    except Exception as error:  # pyspf raises arbitrary errors for malformed records
        log.info("spf_unreadable: %s: %s", type(error).__name__, error)
        return False
    if result == "temperror":
        raise Unavailable(f"SPF of {mail.sender.rpartition('@')[2]}: {why}")
    return bool(result == "pass")


_lookups: ContextVar[Lookups] = ContextVar("lookups")
"""The lookups that `_answer` uses for pyspf."""


def _answer(name: str, kind: str, *_more: Any) -> list[tuple[tuple[str, str], Any]]:
    """Answer a DNS query of pyspf within the limits of the current mail. pyspf's own function uses a deprecated API of dnspython."""
    return [((name, kind), _plain(record, kind)) for record in _lookups.get().records(name, kind)]


def _plain(record: Any, kind: str) -> Any:
    """Convert a DNS record of dnspython to the value that pyspf expects."""
    if kind in ("A", "AAAA"):
        return record.address
    if kind == "MX":
        return record.preference, record.exchange.to_text(omit_final_dot=True)
    return record.strings if kind == "TXT" else record.target.to_text(omit_final_dot=True)


spf.DNSLookup = _answer
