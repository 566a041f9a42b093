"""Mails with real DKIM and ARC signatures, and a DNS server with their keys."""

from __future__ import annotations

import base64
import itertools
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from notifications.inbound.authentication import dns_lookups
from tests.fateapp.doctor.names import Zone, served

US = "play+abcdefghijkmnpqrstuvwxyz23456789@play.example.org"
HEADERS = [b"from", b"to", b"subject", b"date", b"message-id", b"mime-version", b"content-type"]
WEAK = b"""-----BEGIN RSA PRIVATE KEY-----
MIIBygIBAAJhAMh6HKwWSObeuSOb8nt/CGtT07C7lKbCQ3kL4V60ZUb9NpwUuO/D
yrN4KEzjU3ZLa4i3VIERuWE21KhEdzCPVfUMJRyFOSrjtHUAJrwTGlLP7c5JcnIF
rCnFbDZdUb2WnwIDAQABAmEAsBD2n3gO3JwcsxZh1m4RodkEIMINYotYILX7X2ZF
UBxQWrGkXgZxPj83/ZbklQ7UO1dPCMPYaHhK2Y5gGYZ+2MWl0WlVP9bLWLC4FU7H
p0lxNRexMfk1XdQmKy9HiYfxAjEA44zy3LkZ+QOsXEmiCQ7EoqUoaAHn/d2b8xAU
zJgm5ziDzmJhKv5xfhNE0BWDHhGJAjEA4YqjZbxL29s8rVhG+j02qE8FG1A/1nTu
5qlcSeP+b+V/L7duPwHS2c24nhkTYKTnAjAagmoswre+5emnmsBw07KezCTn8Qjo
729iosX5i+REXbYlThrJ2ni4WmBS6Z6r2xkCMHZQLtTwiO7FPDhGxb0BnYl/IlOo
rkRGxQf1MfeFBXUXc7fJRqkAwOYGl+E/kD2zYwIwcQs70gctQerDE2I+Vs1mwQdR
S26Ad+AUhu3085Rf85PZywKhP4RRKtDbrMDbAAPg
-----END RSA PRIVATE KEY-----
"""
"""768 bits; present libraries do not generate such short keys."""
WEAK_RECORD = (
    '"v=DKIM1; p=" '
    '"MHwwDQYJKoZIhvcNAQEBBQADawAwaAJhAMh6HKwWSObeuSOb8nt/CGtT07C7lKbCQ3kL4V60ZUb9NpwUuO/DyrN4KE" '
    '"zjU3ZLa4i3VIERuWE21KhEdzCPVfUMJRyFOSrjtHUAJrwTGlLP7c5JcnIFrCnFbDZdUb2WnwIDAQAB"'
)
_numbers = itertools.count(1)


@cache
def key(bits: int = 1024, number: int = 0) -> tuple[bytes, str]:
    """A private key and its record in zone-file syntax; each number has its own key."""
    made = rsa.generate_private_key(65537, bits)
    private = made.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption())
    public = made.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    text = f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}"
    return private, " ".join(f'"{text[place : place + 200]}"' for place in range(0, len(text), 200))


@dataclass
class Names:
    """The DNS: the keys of signing domains (a key of its own for each `number`) and further records."""

    zone: Zone = field(default_factory=dict)

    def signing(self, domain: str, selector: str = "s1", *, bits: int = 1024, number: int = 0) -> bytes:
        """Publish a key; returns the private one."""
        private, record = key(bits, number)
        self.zone[(f"{selector}._domainkey.{domain}", "TXT")] = [record]
        return private

    def text(self, name: str, text: str) -> None:
        """Publish a TXT record."""
        self.zone[(name, "TXT")] = [f'"{text}"']


class _Undated(dkim.DKIM):
    """Signs without `t=`."""

    def gen_header(self, fields: list[tuple[bytes, bytes]], *more: object) -> bytes:
        return bytes(super().gen_header([field for field in fields if field[0] != b"t"], *more))


@contextmanager
def answering(names: Names, monkeypatch: pytest.MonkeyPatch) -> Iterator[Names]:
    """Make the worker resolve these names."""
    monkeypatch.setattr(dns_lookups, "_slow", {})
    monkeypatch.setattr(dns_lookups, "EACH", 60.0)  # a pause of a busy machine must not count as a silent name server
    monkeypatch.setattr(dns_lookups, "SECONDS", 120.0)
    with served(names.zone) as resolver:
        monkeypatch.setattr(dns_lookups, "resolver", lambda: resolver)
        yield names


def plain(sender: str = "Anna <anna@example.org>", *, to: str = US, text: str = "2", date: float | None = None, more: str = "") -> bytes:
    """A mail as a mail program writes it, with CRLF."""
    at = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(date or time.time()))
    head = f"From: {sender}\nTo: {to}\nSubject: Re: your turn\nDate: {at}\nMessage-ID: <{next(_numbers)}.s@example.org>\n{more}"
    return f"{head}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{text}\n".replace("\n", "\r\n").encode()


def sign(
    raw: bytes,
    private: bytes,
    domain: str = "example.org",
    selector: str = "s1",
    *,
    headers: Sequence[bytes] = tuple(HEADERS),
    ways: tuple[bytes, bytes] = (b"relaxed", b"relaxed"),
    identity: str = "",
    length: bool = False,
    algorithm: bytes = b"rsa-sha256",
    dated: bool = True,
) -> bytes:
    """The mail with a DKIM-Signature on top."""
    signer = (dkim.DKIM if dated else _Undated)(raw, signature_algorithm=algorithm)
    signer.should_not_sign = set()
    who = identity.encode() if identity else None
    added = signer.sign(
        selector.encode(), domain.encode(), private, identity=who, canonicalize=ways, include_headers=list(headers), length=length
    )
    return bytes(added) + raw


def seal(raw: bytes, private: bytes, domain: str, server: str, selector: str = "s1") -> bytes:
    """The mail with one more ARC set, made from its Authentication-Results of `server`."""
    added = dkim.arc_sign(raw, selector.encode(), domain.encode(), private, server.encode(), include_headers=HEADERS[:4])
    return b"".join(added) + raw
