"""Tests of the site's own authentication of mails, with real signatures and a real DNS server."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import dns.resolver
import pytest
import time_machine
from pytest_django import Settings

from notifications.inbound import trust
from notifications.inbound.authentication import bodies, dns_lookups
from notifications.inbound.authentication.arrival import Arrival
from notifications.inbound.reading import read
from notifications.inbound.truncation import slim
from notifications.inbound.trust import Verdict
from tests.notifications.inbound.signing import HEADERS, US, WEAK, WEAK_RECORD, Names, answering, key, plain, seal, sign
from tests.stopwatch import stretched

ANNA = SimpleNamespace(email="anna@example.org")
ASKED = datetime.now(UTC) - timedelta(days=2)
GLOBAL = "8.8.4.4"
"""Stands for a server on the internet: Python does not count the addresses for documentation as global."""


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    """A site that receives mail without a mail server in front."""
    settings.FATE_MAILIN_AUTHSERV, settings.FATE_MAILIN_CASUAL, settings.MAILIN_DOMAIN = "", False, "play.example.org"
    settings.FATE_MAILIN_ARC_SEALERS = []


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Iterator[Names]:
    """The DNS, filled by the test."""
    with answering(Names(), monkeypatch) as made:
        yield made


@pytest.fixture
def anna(names: Names) -> bytes:
    """The key of example.org."""
    names.zone[("weak._domainkey.example.org", "TXT")] = [WEAK_RECORD]
    return names.signing("example.org")


def verdict(raw: bytes, *, person: SimpleNamespace = ANNA, **more: object) -> Verdict:
    arrival = Arrival(raw, "smtp", "anna@example.org", US, ASKED)
    return trust.judge(read(raw), person, replace(arrival, **more)).verdict  # type: ignore[arg-type]


@pytest.mark.parametrize("ways", [(b"relaxed", b"relaxed"), (b"simple", b"simple"), (b"relaxed", b"simple"), (b"simple", b"relaxed")])
@pytest.mark.parametrize("text", ["2", "", "\n\n", "a  b \t\n  c \n\n\n", "ä 🂡\n.\n..\n", " "])
def test_signature_of_the_authors_domain_proves(anna: bytes, ways: tuple[bytes, bytes], text: str) -> None:
    assert verdict(sign(plain(text=text), anna, ways=ways)) is Verdict.BELIEVED


@pytest.mark.parametrize("domain", ["mail.example.org", "example.org"])
def test_signature_of_the_same_organization_proves_unless_the_policy_is_strict(names: Names, domain: str) -> None:
    raw = sign(plain("anna@news.example.org"), names.signing(domain), domain)
    person = SimpleNamespace(email="anna@news.example.org")
    assert verdict(raw, person=person) is Verdict.BELIEVED
    names.text("_dmarc.example.org", "v=DMARC1; p=none; adkim=s")
    assert verdict(raw, person=person) is Verdict.REFUSED


def test_nothing_proves_without_signature_or_server(names: Names) -> None:
    assert verdict(plain()) is Verdict.REFUSED


def foreign(names: Names, raw: bytes) -> bytes:
    return sign(raw, names.signing("evil.example", number=1), "evil.example")


def changed(old: bytes, new: bytes) -> Callable[[bytes, Names], bytes]:
    return lambda key, names: sign(plain(), key).replace(old, new, 1)


@pytest.mark.parametrize(
    "forge",
    [
        changed(b"\r\n2\r\n", b"\r\n3\r\n"),
        changed(b"Subject: Re", b"Subject: AW"),
        changed(b"From: Anna", b"From: Ann"),
        lambda key, names: b"From: anna@example.org\r\n" + sign(plain("bert@example.org"), key),
        lambda key, names: sign(plain("bert@example.org"), key).replace(b"From: bert", b"X-From: bert") + b"",
        lambda key, names: b"From: anna@example.org\r\n" + sign(plain("bert@example.org"), key).replace(b"From: bert", b"From : bert"),
        lambda key, names: sign(plain(), key, length=True) + b"resign\r\n",
        lambda key, names: sign(plain(), key, length=True),
        lambda key, names: b"X-Top: y\rFrom: anna@example.org\r\rresign\r\n" + sign(plain(), key),
        lambda key, names: b"X: " + b"y" * 5000 + b"\r\n" + sign(plain(), key),
        lambda key, names: b"X: y\r\n" * 500 + sign(plain(), key),
        lambda key, names: sign(plain(to="Anna <list@elsewhere.example>"), key),
        lambda key, names: b"Cc: " + US.encode() + b"\r\n" + sign(plain(to="list@elsewhere.example"), key),
        lambda key, names: sign(plain(), WEAK, selector="weak"),
        lambda key, names: sign(plain(), key, algorithm=b"rsa-sha1"),
        lambda key, names: sign(plain(), key, "org", "s1"),
        lambda key, names: foreign(names, plain()),
        lambda key, names: foreign(names, plain()).replace(b"d=evil.example", b"d=example.org"),
        lambda key, names: foreign(names, plain("anna@example.org <anna@evil.example>")),
        lambda key, names: sign(plain("Friends: anna@example.org;"), key),
        lambda key, names: sign(plain(), key, selector="absent"),
    ],
)  # fmt: skip
def test_forged_changed_or_partial_signature_does_not_prove(anna: bytes, names: Names, forge: Callable[[bytes, Names], bytes]) -> None:
    assert verdict(sign(plain(), anna)) is Verdict.BELIEVED
    assert verdict(forge(anna, names)) is Verdict.REFUSED


def test_key_of_a_test_does_not_prove(names: Names, anna: bytes) -> None:
    raw = sign(plain(), anna)
    record = names.zone[("s1._domainkey.example.org", "TXT")]
    names.zone[("s1._domainkey.example.org", "TXT")] = [record[0].replace("k=rsa;", "k=rsa; t=y;", 1)]
    assert verdict(raw) is Verdict.REFUSED


def test_enormous_key_is_not_tried(names: Names, anna: bytes) -> None:
    raw = sign(plain(), anna)
    names.zone[("s1._domainkey.example.org", "TXT")] = [" ".join(['"v=DKIM1; p="'] + [f'"{"A" * 200}"'] * 12)]
    assert verdict(raw) is Verdict.REFUSED


def test_old_mail_of_the_author_does_not_answer_a_later_question(anna: bytes) -> None:
    raw = sign(plain(), anna)
    assert verdict(raw, asked_at=datetime.now(UTC) + timedelta(hours=2)) is Verdict.REFUSED
    assert verdict(raw, recipient="play+zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz@play.example.org") is Verdict.REFUSED
    with time_machine.travel(datetime.now(UTC) - timedelta(days=9)):
        signed_long_ago = sign(plain(date=time.time() + 9 * 86400), anna)
    assert verdict(signed_long_ago) is Verdict.REFUSED
    assert verdict(sign(plain(date=time.time() - 9 * 86400), anna, dated=False)) is Verdict.REFUSED
    assert verdict(sign(plain(), anna, dated=False)) is Verdict.BELIEVED
    unsigned_to = sign(plain(), anna, headers=[name for name in HEADERS if name != b"to"])
    assert verdict(unsigned_to.replace(US.encode(), b"us@play.example.org")) is Verdict.BELIEVED  # Microsoft 365 signs so


def test_second_signature_counts_as_well(names: Names, anna: bytes) -> None:
    raw = sign(sign(plain(), anna), names.signing("list.example", number=1), "list.example")
    assert verdict(raw) is Verdict.BELIEVED


def test_long_mail_is_proven_although_its_pictures_are_not_kept(anna: bytes) -> None:
    parts = plain().replace(b"text/plain; charset=utf-8", b"multipart/mixed; boundary=b").partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
    body = b"--b\r\nContent-Type: text/plain\r\n\r\n2\r\n--b\r\nContent-Type: image/png\r\n\r\n" + b"AAAA\r\n" * 300_000 + b"--b--\r\n"
    raw = sign(parts + body, anna)
    kept = slim(raw)
    assert len(kept) < 10_000
    assert verdict(kept, session={"bodies": bodies.intact(raw)}) is Verdict.BELIEVED
    assert verdict(kept, session={"bodies": bodies.intact(raw.replace(b"\r\n2\r\n", b"\r\n3\r\n"))}) is Verdict.REFUSED
    assert verdict(kept) is Verdict.REFUSED


# ---- the DNS --------------------------------------------------------------------------------------------------------


def test_silent_dns_means_later_and_never_belief(anna: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """No server listens on the port; a name without a response is not asked again for a while."""
    silent = dns.resolver.Resolver(configure=False)
    silent.nameservers, silent.port = ["127.0.0.1"], 8399
    monkeypatch.setattr(dns_lookups, "resolver", lambda: silent)
    monkeypatch.setattr(dns_lookups, "EACH", 0.5)
    raw = sign(plain(), anna)
    assert verdict(raw) is Verdict.LATER
    begun = time.monotonic()
    assert [verdict(raw) for _mail in range(50)] == [Verdict.LATER] * 50
    assert time.monotonic() - begun < stretched(2)


def test_questions_of_one_mail_are_bounded(names: Names, anna: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = sign(plain(), anna)
    monkeypatch.setattr(dns_lookups, "MOST", 0)
    assert verdict(raw) is Verdict.LATER


# ---- SPF ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def spf(names: Names) -> Names:
    """example.org sends from GLOBAL alone and publishes a DMARC policy."""
    names.text("example.org", f"v=spf1 ip4:{GLOBAL} -all")
    names.text("_dmarc.example.org", "v=DMARC1; p=reject")
    return names


DIRECT = {"session": {"client": GLOBAL, "helo": "mail.example.org"}}


def test_mail_straight_from_the_domains_server_is_proven(spf: Names) -> None:
    assert verdict(plain(), **DIRECT) is Verdict.BELIEVED


@pytest.mark.parametrize(
    "how",
    [
        {"way": "lmtp"},
        {"way": "imap"},
        {"session": {"client": "8.8.8.8", "helo": "mail.example.org"}},
        {"session": {"client": "127.0.0.1", "helo": "mail.example.org"}},
        {"session": {"client": "10.1.2.3", "helo": "mail.example.org"}},
        {"session": {}},
        {"sender": ""},
        {"sender": "anna@evil.example"},
        {"sender": '"anna@example.org"@evil.example'},
        {"sender": "anna@example.org@evil.example"},
    ],
)
def test_spf_counts_only_for_an_aligned_sender_from_a_public_address(spf: Names, how: dict[str, object]) -> None:
    spf.text("evil.example", "v=spf1 +all")
    assert verdict(plain(), **{**DIRECT, **how}) is Verdict.REFUSED


def test_spf_does_not_count_behind_our_own_servers_or_without_a_policy(spf: Names, settings: Settings) -> None:
    spf.zone[("play.example.org", "MX")] = ["10 mx.play.example.org."]
    spf.zone[("mx.play.example.org", "A")] = [GLOBAL]
    assert verdict(plain(), **DIRECT) is Verdict.REFUSED
    del spf.zone[("play.example.org", "MX")]
    assert verdict(plain(), **DIRECT) is Verdict.BELIEVED
    settings.FATE_MAILIN_AUTHSERV = "mx.play.example.org"
    assert verdict(plain(), **DIRECT) is Verdict.REFUSED
    settings.FATE_MAILIN_AUTHSERV = ""
    del spf.zone[("_dmarc.example.org", "TXT")]
    assert verdict(plain(), **DIRECT) is Verdict.REFUSED


def test_spf_of_a_subdomain_counts_unless_the_policy_is_strict(spf: Names) -> None:
    spf.text("bounces.example.org", "v=spf1 include:example.org -all")
    how = {**DIRECT, "sender": "b=1@bounces.example.org"}
    assert verdict(plain(), **how) is Verdict.BELIEVED
    spf.text("_dmarc.example.org", "v=DMARC1; p=reject; aspf=s")
    assert verdict(plain(), **how) is Verdict.REFUSED


def test_spf_by_mail_exchanger_and_macro_is_read(spf: Names) -> None:
    spf.zone[("example.org", "MX")] = ["10 mail.example.org."]
    spf.zone[("mail.example.org", "A")] = [GLOBAL]
    spf.text("example.org", "v=spf1 mx -all")
    assert verdict(plain(), **DIRECT) is Verdict.BELIEVED
    spf.text("example.org", "v=spf1 a:%{h} -all")
    assert verdict(plain(), **DIRECT) is Verdict.BELIEVED
    spf.text("example.org", "v=spf1 exists:%{l}.nowhere.example.org -all")
    assert verdict(plain(), **DIRECT) is Verdict.REFUSED


# ---- ARC ------------------------------------------------------------------------------------------------------------


def forwarded(names: Names, *, sealer: str = "lists.example", result: str = "dmarc=pass header.from=example.org") -> bytes:
    """A mail changed and sealed by a mailing list."""
    raw = f"Authentication-Results: mx.{sealer}; {result}\r\n".encode() + plain(text="2\n-- \nThe list")
    return seal(raw, names.signing(sealer, number=2), sealer, f"mx.{sealer}")


def test_chain_of_a_named_forwarder_is_believed(names: Names, settings: Settings) -> None:
    raw = forwarded(names)
    assert verdict(raw) is Verdict.REFUSED
    settings.FATE_MAILIN_ARC_SEALERS = ["lists.example"]
    assert verdict(raw) is Verdict.BELIEVED


@pytest.mark.parametrize(
    "forge",
    [
        lambda names: forwarded(names, sealer="evil.example"),
        lambda names: forwarded(names, result="dmarc=fail header.from=example.org"),
        lambda names: forwarded(names, result='spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.org"@evil.example'),
        lambda names: forwarded(names).replace(b"\r\n2\r\n", b"\r\n3\r\n"),
        lambda names: forwarded(names, result="dmarc=fail header.from=example.org").replace(b"dmarc=fail", b"dmarc=pass"),
        lambda names: forwarded(names).replace(b"d=lists.example", b"d=evil.example"),
        lambda names: forwarded(names, sealer="evil.example").replace(b"d=evil.example", b"d=lists.example"),
        lambda names: b"From: anna@example.org\r\n" + forwarded(names),
        lambda names: seal(
            b"Authentication-Results: mx.lists.example; dmarc=pass header.from=example.org\r\n" + forwarded(names, sealer="evil.example"),
            key(1024, 2)[0], "lists.example", "mx.lists.example",
        ),
    ],
)  # fmt: skip
def test_forged_or_foreign_chain_is_not_believed(names: Names, settings: Settings, forge: Callable[[Names], bytes]) -> None:
    names.signing("lists.example", number=2)
    settings.FATE_MAILIN_ARC_SEALERS = ["lists.example"]
    assert verdict(forwarded(names)) is Verdict.BELIEVED
    assert verdict(forge(names)) is Verdict.REFUSED
