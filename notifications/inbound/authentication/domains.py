"""Which domains belong together (RFC 7489, 3.1 and 3.2), by the public suffix list."""

from __future__ import annotations

from functools import cache

from publicsuffixlist import PublicSuffixList


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


def ascii_domain(domain: str) -> str:
    """The domain as it stands in the DNS, in lower case; "" for what cannot stand there."""
    domain = domain.strip().rstrip(".").lower()
    if not domain.isascii():
        try:
            domain = domain.encode("idna").decode("ascii")
        except UnicodeError:
            return ""
    labels = domain.split(".")
    return domain if len(domain) <= 253 and all(0 < len(label) <= 63 for label in labels) else ""


def organization(domain: str) -> str:
    """The organizational domain: the one somebody has registered. A public suffix itself (`co.uk`) stands for nobody else."""
    return _suffixes().privatesuffix(domain) or domain


def aligned(signed: str, author: str, *, strict: bool = False) -> bool:
    """Whether what was proven for one domain counts for the domain of the author."""
    signed, author = ascii_domain(signed), ascii_domain(author)
    if not signed or not author:
        return False
    return signed == author or (not strict and organization(signed) == organization(author))
