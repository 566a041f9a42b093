"""Forged mails in the name of anna@example.org, each signed by the domain of an attacker with a real key.

`crafted` gives more than 500: nine domains, fourteen ways to write From, four or all of eight ways to sign each. `honest` gives mails
signed by the servers of example.org.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import dkim

from tests.notifications.inbound.signing import Names, key, plain, seal, sign

DOMAINS = [
    "evil.example", "example.org.evil.example", "examp1e.org", "xn--exmple-cua.org", "example-org.example", "exampleorg.example",
    "sub.evil.example", "org", "notexample.org",
]  # fmt: skip

FROMS = [
    "anna@example.org",
    "Anna <anna@example.org>",
    '"anna@example.org" <anna@{d}>',
    "anna@example.org <anna@{d}>",
    "anna@{d} <anna@example.org>",
    "=?utf-8?q?anna=40example=2Eorg?= <anna@{d}>",
    "=?utf-8?q?Anna_=3Canna=40example=2Eorg=3E?= <anna@{d}>",
    "anna@example.org, anna@{d}",
    "Friends: anna@example.org;",
    "<@{d}:anna@example.org>",
    '"anna@example.org"@{d}',
    "anna@example.org\n <anna@{d}>",
    "anna@example.org (<anna@{d}>)",
    "anna@example.org\nFrom: anna@{d}",
]
RESULTS = "mx.play.example.org; dmarc=pass header.from=example.org; dkim=pass header.d=example.org"

Sign = Callable[[bytes, bytes, str], bytes]


def with_identity(raw: bytes, private: bytes, domain: str) -> bytes:
    """`i=` contains the other domain."""
    return sign(raw, private, domain, identity=f"anna@example.org.{domain}")


def renamed(raw: bytes, private: bytes, domain: str) -> bytes:
    """`d=` is changed after signing."""
    return sign(raw, private, domain).replace(f"d={domain};".encode(), b"d=example.org;").replace(f"@{domain};".encode(), b"@example.org;")


def stolen(raw: bytes, private: bytes, domain: str) -> bytes:
    """A real signature of example.org from another mail of hers, above a different body."""
    head = sign(plain(text="hello"), key()[0]).partition(b"From:")[0]
    return head + sign(raw, private, domain)


def claimed(raw: bytes, private: bytes, domain: str) -> bytes:
    """Authentication-Results in the name of a server that might be trusted here."""
    heads = "".join(f"{name}: {RESULTS}\n" for name in ("Authentication-Results", "X-Authentication-Results", "authentication-results"))
    return heads.replace("\n", "\r\n").encode() + sign(raw, private, domain)


def chained(raw: bytes, private: bytes, domain: str) -> bytes:
    """An ARC set that claims that the mail was authenticated before."""
    raw = f"Authentication-Results: mx.{domain}; dmarc=pass header.from=example.org\r\n".encode() + raw
    return seal(raw, private, domain, f"mx.{domain}")


def second_from(raw: bytes, private: bytes, domain: str) -> bytes:
    """A second From above the signature."""
    return b"From: anna@example.org\r\n" + sign(raw, private, domain)


def hidden_end(raw: bytes, private: bytes, domain: str) -> bytes:
    """A mail before the signed one, behind line ends that only some programs recognise."""
    return b"X-A: b\x0bFrom: anna@example.org\x0b\x0b2\r\n" + sign(raw, private, domain, length=True) + b"2\r\n"


SIGNERS: list[Sign] = [sign, with_identity, renamed, stolen, claimed, chained, second_from, hidden_end]


def crafted(names: Names) -> Iterator[bytes]:
    """All forged mails, with the keys of the attackers in the DNS."""
    for number, domain in enumerate(DOMAINS):
        private = names.signing(domain, number=100 + number)
        for place, author in enumerate(FROMS):
            for step in range(len(SIGNERS) if "{d}" not in author else 4):
                raw = plain(author.replace("{d}", domain))
                yield SIGNERS[(number + place + step * 3) % len(SIGNERS)](raw, private, domain)


def honest(names: Names) -> Iterator[bytes]:
    """Mails signed by example.org and its subdomains."""
    private = names.signing("example.org")
    sub = names.signing("mail.example.org", "s2", bits=2048, number=1)
    for author in (
        "anna@example.org",
        "Anna <anna@example.org>",
        '"O\'Hara, Anna" <Anna@Example.org>',
        "=?utf-8?q?=C3=84nna?= <anna@example.org>",
    ):
        for ways in ((dkim.Relaxed, dkim.Relaxed), (dkim.Relaxed, dkim.Simple), (dkim.Simple, dkim.Simple)):
            for text in ("2", "2\n\n> quoted  \n>  line\n", "ä 2"):
                yield sign(plain(author, text=text), private, ways=ways)
                yield sign(plain(author, text=text), sub, "mail.example.org", "s2", ways=ways)
        yield sign(sign(plain(author), private), names.signing("list.example", number=2), "list.example")
        yield sign(plain(author, more="Received: from a by b; Sun, 22 Nov 2026 08:16:43 +0000\n"), private)
