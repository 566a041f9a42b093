"""Domain alignment and organizational domains (RFC 7489, 3.1 and 3.2), by the public suffix list."""

from functools import cache

from publicsuffixlist import PublicSuffixList


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


def ascii_domain(domain: str) -> str:
    """Return the domain in the ASCII form used in the DNS, in lower case; "" if it is not valid there."""
    domain = domain.strip().rstrip(".").lower()
    if not domain.isascii():
        try:
            domain = domain.encode("idna").decode("ascii")
        except UnicodeError:
            return ""
    labels = domain.split(".")
    return domain if len(domain) <= 253 and all(0 < len(label) <= 63 for label in labels) else ""


def organization(domain: str) -> str:
    """Return the organizational domain, which is the registered one. A public suffix (`co.uk`) is returned unchanged."""
    return _suffixes().privatesuffix(domain) or domain


def aligned(signed: str, author: str, *, strict: bool = False) -> bool:
    """Return whether the domain `signed` is aligned with the author's domain: equal, or, unless `strict`, of the same organization."""
    signed, author = ascii_domain(signed), ascii_domain(author)
    if not signed or not author:
        return False
    return signed == author or (not strict and organization(signed) == organization(author))
