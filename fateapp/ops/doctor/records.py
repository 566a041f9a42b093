"""DNS records for mail: SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489), and MX for replies."""

import re
from collections.abc import Iterator
from email.utils import parseaddr
from typing import Any

import dns.exception
import dns.resolver
from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.smtp import EmailBackend

from fateapp.ops.doctor.finding import Finding, fail, ok, skip, warn

PATIENCE = 5.0


class Unanswered(Exception):
    """The DNS query failed; the text says why."""


def sender() -> Iterator[Finding]:
    """SPF, DKIM and DMARC of the sender's domain."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2].lower()
    if not isinstance(get_connection(), EmailBackend) or "." not in domain or domain.endswith(".localdomain"):
        yield skip("SPF, DKIM, DMARC", f"mails of {domain} do not leave this machine")
        return
    try:
        yield spf(domain, texts(domain))
        yield dkim(domain, settings.FATE["FATE_DKIM_SELECTOR"])
        yield dmarc(domain)
    except Unanswered as error:
        yield warn("SPF, DKIM, DMARC", str(error), "See whether this machine can ask the DNS, then run this again.")


def spf(domain: str, found: list[str]) -> Finding:
    """Exactly one record, which ends by refusing all other servers."""
    records = [text for text in found if re.match(r"v=spf1(\s|$)", text, re.IGNORECASE)]
    if not records:
        return fail("SPF", f"{domain} has no record", f'Publish TXT {domain} "v=spf1 include:<your relay> ~all".')
    if len(records) > 1:
        return fail("SPF", f"{domain} has {len(records)} records, so none of them counts", "Join them into one.")
    if re.search(r"(^|\s)\+?all(\s|$)", records[0], re.IGNORECASE):
        return fail("SPF", f"{domain} allows all servers to send: {records[0]}", "End the record with ~all or -all.")
    if not re.search(r"[~-]all(\s|$)|(^|\s)redirect=", records[0], re.IGNORECASE):
        return warn("SPF", f"{domain} refuses no server: {records[0]}", "End the record with ~all or -all.")
    return ok("SPF", records[0])


def dkim(domain: str, selector: str | None) -> Finding:
    """The public key of the relay; only its operator knows the selector."""
    if not selector:
        return skip("DKIM", "FATE_DKIM_SELECTOR is not set, so the key cannot be looked up")
    name = f"{selector}._domainkey.{domain}"
    keys = [text for text in texts(name) if re.search(r"(^|;)\s*p=", text)]
    if not keys:
        return fail("DKIM", f"{name} has no key", "Publish the TXT record that your relay names, or correct FATE_DKIM_SELECTOR.")
    if re.search(r"(^|;)\s*p=\s*(;|$)", keys[0]):
        return fail("DKIM", f"the key {name} is withdrawn", "Publish the present key.")
    return ok("DKIM", f"{name} has a key")


def dmarc(domain: str) -> Finding:
    """The policy of the domain, or of the nearest parent domain that has one."""
    labels = domain.split(".")
    for above in [".".join(labels[start:]) for start in range(len(labels) - 1)]:
        if records := [text for text in texts(f"_dmarc.{above}") if text.lower().startswith("v=dmarc1")]:
            policy = re.search(r";\s*p=\s*(\w+)", records[0], re.IGNORECASE)
            if policy is None or policy[1].lower() not in ("none", "quarantine", "reject"):
                return fail("DMARC", f"_dmarc.{above} has no policy: {records[0]}", "Write p=none, p=quarantine or p=reject into it.")
            return ok("DMARC", f"_dmarc.{above}: p={policy[1].lower()}")
    return warn("DMARC", f"{domain} has no policy; some mail services refuse such mail", f'Publish TXT _dmarc.{domain} "v=DMARC1; p=none".')


def replies() -> Iterator[Finding]:
    """Whether there is a mail server for the domain of reply addresses."""
    domain = settings.FATE["FATE_MAILIN_DOMAIN"]
    if not domain:
        yield skip("MX", "replies are not received (FATE_MAILIN_DOMAIN is not set)")
        return
    try:
        hosts = [str(record.exchange).rstrip(".") for record in ask(domain, "MX")]
    except Unanswered as error:
        yield warn("MX", str(error), "See whether this machine can ask the DNS, then run this again.")
        return
    if any(hosts):
        yield ok("MX", f"replies to {domain} go to {', '.join(sorted(hosts))}")
    else:
        yield fail("MX", f"no mail server receives mail for {domain}", f"Publish an MX record of {domain} that names your mail server.")


def texts(name: str) -> list[str]:
    """The TXT records of a name; [] when there are none. Raises Unanswered."""
    return [b"".join(record.strings).decode(errors="replace") for record in ask(name, "TXT")]


def ask(name: str, kind: str) -> list[Any]:
    """The records of a type; [] when there are none. Raises `Unanswered`: no DNS server responds."""
    try:
        return list(resolver().resolve(name, kind, lifetime=PATIENCE))
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except (dns.exception.DNSException, OSError) as error:
        raise Unanswered(f"The DNS does not answer about {name}: {error}") from error


def resolver() -> dns.resolver.Resolver:
    return dns.resolver.Resolver()
