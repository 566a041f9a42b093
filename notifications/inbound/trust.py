"""Verify that a mail comes from the address in its From header.

Behind a mail server that the operator names, the Authentication-Results headers of that server decide. If there is no such server, or it
has not checked signatures, this process checks DKIM, SPF, DMARC and ARC itself (`authentication`).
"""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.conf import settings

from notifications.inbound import results
from notifications.inbound.authentication.arc import sealed
from notifications.inbound.authentication.arrival import Arrival
from notifications.inbound.authentication.dkim_signatures import signed_by, written_to_us
from notifications.inbound.authentication.dmarc import policy_of, sent_directly
from notifications.inbound.authentication.dns_lookups import Lookups, Unavailable
from notifications.inbound.authentication.verdict import vouched
from notifications.inbound.reading import Reading, addresses_in

_CUNNING = re.compile(r"[\s\"(),:;<>\\]")
"""Characters that a regular envelope sender does not contain. They could break out of the header in which a mail server records it."""


class Verdict(Enum):
    """The result of a verification. LATER: the DNS did not answer, so the mail has to be verified again."""

    BELIEVED = "believed"
    REFUSED = "refused"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with its reason in a few words, for the log and the stored mail."""

    verdict: Verdict
    why: str = ""

    @property
    def is_believed(self) -> bool:
        """Whether the mail is verified as coming from the person."""
        return self.verdict is Verdict.BELIEVED


def judge(reading: Reading, person: Any, mail: Arrival) -> Judgement:
    """Verify that the mail comes from `person`, the owner of the address it was sent to.

    With the setting FATE_MAILIN_CASUAL, knowledge of a secret reply address is sufficient. Never raises for the content of a mail.
    """
    if settings.FATE_MAILIN_CASUAL and not mail.public:
        return Judgement(Verdict.BELIEVED, "casual")
    author = str(person.email or "").lower()
    if not reading.sender or reading.sender != author:
        return Judgement(Verdict.REFUSED, "From is not the address of the person who was asked")
    if mail.way in ("smtp", "lmtp") and _CUNNING.search(mail.sender):
        return Judgement(Verdict.REFUSED, "the envelope's sender is no plain address")
    if mail.public and not _names(reading, mail.recipient):
        return Judgement(Verdict.REFUSED, "it was written to somebody else")
    try:
        return _proven(reading, author, mail)
    except Unavailable as error:
        return Judgement(Verdict.LATER, f"the DNS did not answer: {error}")


def _names(reading: Reading, recipient: str) -> bool:
    """Return whether To or Cc names the recipient. This excludes mails of the person to others that a third party has sent on."""
    return any(recipient in addresses_in(header) for name in ("To", "Cc") for header in reading.mime.all(name))


def _proven(reading: Reading, author: str, mail: Arrival) -> Judgement:
    """Verify the author by the mail server's results, else by own checks, else by ARC. Raises Unavailable."""
    domain, lookups = author.rpartition("@")[2], Lookups()
    told = _told(reading, domain)
    if told and not written_to_us(mail, author):
        return Judgement(Verdict.REFUSED, "its signature covers a part, another recipient or an earlier mail")
    if told:
        return Judgement(Verdict.BELIEVED, "our mail server vouches for it")
    if told is None and _found_out(author, mail, lookups):
        return Judgement(Verdict.BELIEVED, "proven by signature or server")
    if settings.FATE_MAILIN_ARC_SEALERS and sealed(mail, author, lookups):
        return Judgement(Verdict.BELIEVED, "a named forwarder vouches for it")
    return Judgement(Verdict.REFUSED, f"nobody vouches for {domain}" if told is None else f"our mail server does not vouch for {domain}")


def _told(reading: Reading, domain: str) -> bool | None:
    """Return the verdict of the site's mail server on the author's domain; None if there is no such server or it has not checked."""
    if not settings.FATE_MAILIN_AUTHSERV:
        return None
    found = results.ours(reading.mime, settings.FATE_MAILIN_AUTHSERV)
    return None if found is None else vouched(found, domain)


def _found_out(author: str, mail: Arrival, lookups: Lookups) -> bool:
    """Verify the author by a DKIM signature, else by SPF of the connecting server. Raises Unavailable."""
    domain = author.rpartition("@")[2]

    def strict() -> bool:
        policy = policy_of(domain, lookups)
        return policy is not None and policy.strict_dkim

    try:
        if signed_by(mail, author, lookups, strict):
            return True
    except Unavailable:
        if sent_directly(mail, author, lookups):
            return True
        raise
    return sent_directly(mail, author, lookups)
