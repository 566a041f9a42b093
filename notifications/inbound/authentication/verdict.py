"""Evaluate the authentication results of a trusted mail server for the author of a mail."""

from collections.abc import Sequence

from notifications.inbound.authentication.domains import aligned, ascii_domain
from notifications.inbound.results import Result

NO_POLICY = frozenset({"none", "bestguesspass"})
"""DMARC results for a domain without a record. Microsoft writes `bestguesspass` there, which proves nothing."""


def vouched(results: Sequence[Result], domain: str) -> bool | None:
    """Return the verdict on the author's domain: by DMARC if the domain has a policy, else by aligned DKIM signatures.

    Return None if neither was checked. All DMARC results must agree: some servers write values that the sender chooses (such as the
    envelope sender) without quoting, so that a forged result may stand beside the real one.
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
    """Return whether the signing domain (`header.d`) is aligned; without it that of the identity (`header.i`), which lies within it."""
    return aligned(result.domain("header.d") if result.value("header.d") else result.domain("header.i"), domain)
