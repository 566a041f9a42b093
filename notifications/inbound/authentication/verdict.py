"""What results of a mail server that is believed mean for the author of a mail."""

from __future__ import annotations

from collections.abc import Sequence

from notifications.inbound.authentication.domains import aligned, ascii_domain
from notifications.inbound.results import Result

NO_POLICY = frozenset({"none", "bestguesspass"})
"""The domain has no DMARC record; what Microsoft makes of that is a guess."""


def vouched(results: Sequence[Result], domain: str) -> bool | None:
    """True or False by DMARC where the domain has a policy, else by an aligned DKIM signature; None where nobody has looked.

    All DMARC results have to agree: some servers write what the sender chose (the envelope's sender, in a comment) without
    quoting it, and a result that was smuggled in there stands beside the real one.
    """
    decided = [result for result in results if result.method == "dmarc" and result.result not in NO_POLICY]
    undecided = [result for result in results if result.method == "dmarc" and result.result in NO_POLICY]
    if any(result.result == "temperror" for result in decided):
        return None
    if decided:
        return not undecided and all(_names(result, domain) for result in decided)
    signed = [result for result in results if result.method == "dkim"]
    if any(result.result == "pass" and _signer_aligned(result, domain) for result in signed):
        return True
    unsure = not signed or any(result.result in ("temperror", "policy") for result in signed)
    return None if unsure else False


def _names(result: Result, domain: str) -> bool:
    return result.result == "pass" and bool(domain) and ascii_domain(result.domain("header.from")) == ascii_domain(domain)


def _signer_aligned(result: Result, domain: str) -> bool:
    """By the signing domain, or, where it is not told, by that of the identity, which cannot be outside of it."""
    return aligned(result.domain("header.d") if result.value("header.d") else result.domain("header.i"), domain)
