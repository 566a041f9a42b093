"""Tests of trust in senders: forged senders, forged results, results of other servers, signatures of other domains."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from pytest_django import Settings

from notifications.inbound import loops, trust
from notifications.inbound.authentication.arrival import Arrival
from notifications.inbound.reading import read

OURS = "mx.play.example.org"
ANNA = SimpleNamespace(email="Anna@example.org")


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    """A site with FATE_MAILIN_AUTHSERV."""
    settings.FATE_MAILIN_AUTHSERV, settings.FATE_MAILIN_CASUAL, settings.MAILIN_DOMAIN = OURS, False, "play.example.org"


def mail(*results: str, sender: str = "Anna <anna@example.org>", more: str = "") -> bytes:
    heads = "".join(f"Authentication-Results: {result}\n" for result in results)
    return f"{heads}From: {sender}\n{more}Content-Type: text/plain\n\n2\n".encode()


@pytest.mark.parametrize(
    "result",
    [
        f"{OURS}; dmarc=pass header.from=example.org",
        f"{OURS} 1; spf=fail smtp.mailfrom=x.example; dmarc=pass (p=reject) header.from=example.org",
        f"{OURS}; dkim=pass header.d=example.org header.s=a",
        f"{OURS};\n dkim=fail header.d=x.example;\n dkim=pass (good signature) header.i=@example.org",
        f"{OURS.upper()}; DMARC=Pass header.from=Example.org",
    ],
)
def test_verified_sender_is_believed(result: str) -> None:
    assert trust.judge(read(mail(result)), ANNA, Arrival()).is_believed


@pytest.mark.parametrize(
    "raw",
    [
        mail(),
        mail("mx.evil.example; dmarc=pass header.from=example.org"),
        mail("mx.evil.example; none", f"{OURS}; dmarc=pass header.from=example.org"),
        mail(f"{OURS}; dmarc=fail header.from=example.org", f"{OURS}; dmarc=pass header.from=example.org"),
        mail(f"{OURS}; none"),
        mail(f"{OURS}; dmarc=pass"),
        mail(f"{OURS}; dmarc=pass header.from=evil.example"),
        mail(f"{OURS}; spf=pass smtp.mailfrom=example.org"),
        mail(f"{OURS}; dkim=pass header.d=evil.example"),
        mail(f"{OURS}; dkim=pass header.d=org"),
        mail(f"{OURS}; dkim=pass header.d=notexample.org"),
        mail(f"{OURS}; dkim=fail (dmarc=pass header.from=example.org) header.d=example.org"),
        mail(f"({OURS}); dmarc=pass header.from=example.org"),
        mail(f"x{OURS}; dmarc=pass header.from=example.org"),
        mail(f"{OURS}; dmarc=pass header.from=example.org", sender="evil@example.org"),
        mail(f"{OURS}; dmarc=pass header.from=example.org", sender="anna@example.org, evil@evil.example"),
        mail(f"{OURS}; dmarc=pass header.from=example.org", sender='"anna@example.org" <evil@example.org>'),
        mail(f"{OURS}; dmarc=pass header.from=example.org", more="From: evil@evil.example\n"),
        mail(f"{OURS}; dmarc=pass header.from=example.org", sender=""),
        mail(f"{OURS}; dmarc=pass header.from=example.org", sender="anna+x@example.org"),
    ],
)
def test_everything_else_is_not(raw: bytes) -> None:
    assert not trust.judge(read(raw), ANNA, Arrival()).is_believed


US = "play+abcdefghijkmnpqrstuvwxyz23456789@play.example.org"
ASKED = datetime(2026, 11, 28, 12, tzinfo=UTC)
STAMP = int(ASKED.timestamp())
SIGNED = "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=a; t={t}; h=from:to; bh=x; b=y{more}\n"


@pytest.mark.parametrize(
    ("signatures", "to", "is_believed"),
    [
        ([SIGNED.format(t=STAMP + 60, more="")], US, True),
        ([SIGNED.format(t=STAMP + 60, more="")], f"Fate <{US.upper()}>", True),
        ([SIGNED.format(t=STAMP + 60, more="").replace("from:to", "from")], "fate@play.example.org", True),
        ([SIGNED.format(t=STAMP + 60, more="").replace("example.org", "list.example")], "somebody@else.example", True),
        ([], "somebody@else.example", True),
        ([SIGNED.format(t=STAMP + 60, more="")], "somebody@else.example", False),
        ([SIGNED.format(t=STAMP + 60, more="; l=2")], US, False),
        ([SIGNED.format(t=STAMP - 7200, more="")], US, False),
        ([SIGNED.format(t=STAMP + 60, more="; l=2"), SIGNED.format(t=STAMP + 60, more="")], US, False),
        (
            [*[SIGNED.format(t=STAMP + 60, more="").replace("from:to", "from")] * 10, SIGNED.format(t=STAMP + 60, more="")],
            "x@else.example",
            False,
        ),
        ([SIGNED.format(t=STAMP + 60, more=""), "no header\n"], "somebody@else.example", False),
        ([SIGNED.format(t=STAMP + 60, more="").replace("v=1", "v=1; v")], US, False),
    ],
)
def test_mail_that_our_server_vouches_for_has_to_answer_this_question(signatures: list[str], to: str, is_believed: bool) -> None:
    """OpenDKIM passes a signed mail of the person to somebody else, an old one, and one to which text was appended (`l=`)."""
    raw = mail(f"{OURS}; dmarc=pass header.from=example.org", more=f"To: {to}\n{''.join(signatures)}")
    found = trust.judge(read(raw), ANNA, Arrival(raw=raw, way="lmtp", recipient=US, asked_at=ASKED))
    assert found.is_believed == is_believed


@pytest.mark.parametrize("author", ["Conan <conan.o'brien@example.org>", "'conan.o'brien@example.org' <conan.o'brien@example.org>"])
def test_address_with_an_apostrophe_is_believed(author: str) -> None:
    conan = SimpleNamespace(email="conan.o'brien@example.org")
    assert trust.judge(read(mail(f"{OURS}; dmarc=pass header.from=example.org", sender=author)), conan, Arrival()).is_believed
    assert not trust.judge(read(mail(f"{OURS}; dmarc=pass header.from=example.org", sender=author)), ANNA, Arrival()).is_believed


def test_without_the_name_of_our_server_nobody_is_believed(settings: Settings) -> None:
    settings.FATE_MAILIN_AUTHSERV = ""
    assert not trust.judge(read(mail("; dmarc=pass header.from=example.org")), ANNA, Arrival()).is_believed


def test_casual_site_believes_the_address_alone(settings: Settings) -> None:
    settings.FATE_MAILIN_CASUAL = True
    assert trust.judge(read(mail(sender="somebody@else.example")), ANNA, Arrival()).is_believed


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("Auto-Submitted: auto-replied", "auto-submitted"),
        ("Auto-Submitted: auto-generated; x=y", "auto-submitted"),
        ("Precedence: bulk", "automatic reply"),
        ("X-Autoreply: yes", "automatic reply"),
        ("X-Auto-Response-Suppress: All", "suppresses answers"),
        ("List-Id: <x.example.org>", "mailing list"),
        ("Return-Path: <>", "null return path"),
        ("Subject: Automatische Antwort: Turn of Fate", "absence note"),
        ("Subject: =?utf-8?q?R=C3=A9ponse_automatique_=3A_Turn_of_Fate?=", "absence note"),
        ("Subject: Out of Office Re: Turn of Fate", "absence note"),
        ("Subject: OOO: Turn of Fate", "absence note"),
        ("Subject: Abwesend bis 5.12. Re: Turn of Fate", "absence note"),
        ("Subject: Gelesen: Turn of Fate", "absence note"),
        ("Subject: Read: Turn of Fate", "absence note"),
        ("Subject: =?utf-8?q?Accept=C3=A9=C2=A0=3A?= Turn of Fate", "absence note"),
        ("Subject: Abwesend bis 5. Dezember", ""),
        ("Subject: Away until Dec 5", ""),
        ("Subject: Re: Read: the rules", ""),
        ("Subject: Ready for a game", ""),
        ("Subject: Re: Turn of Fate with Out of Office", ""),
        ("X-Fate-Ref: o12", "our own mail"),
        ("X-Auto-Response-Suppress: DR, OOF, AutoReply", "suppresses answers"),
        ("X-Auto-Response-Suppress: DR, RN, NRN", ""),
        ("X-Autoreply: no", ""),
        ("Auto-Submitted: no", ""),
        ("Precedence: normal", ""),
    ],
)
def test_mails_of_machines_are_recognised(header: str, reason: str) -> None:
    assert loops.automatic(read(mail(more=f"{header}\n")), "anna@example.org") == reason


def test_bounces_and_our_own_addresses_are_recognised() -> None:
    report = b"From: anna@example.org\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: text/plain\n\n2\n--b--\n"
    assert loops.automatic(read(report), "anna@example.org") == "delivery report"
    assert loops.automatic(read(mail()), "") == "null return path"
    assert loops.automatic(read(mail(sender="play+abc@play.example.org")), "x@example.org") == "our own mail"
    assert loops.automatic(read(mail(sender="MAILER-DAEMON@example.org")), "x@example.org") == "our own mail"
