"""Tests of mail reception by SMTP without a mail server in front: 500 forged mails, and honest ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

import dns.resolver
import pytest
from pytest_django import Settings

from notifications import kinds
from notifications.clock import database_now
from notifications.inbound import confirmation, worker
from notifications.inbound.authentication import dns_lookups
from notifications.models import InboundMail, Message, ReplyAddress
from tests.notifications.cast import Book, MakePlayer
from tests.notifications.inbound.crafted import crafted, honest
from tests.notifications.inbound.door import ANSWERS, hand_over, open_door, question
from tests.notifications.inbound.signing import US, Names, answering, plain, sign

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Iterator[Names]:
    """The DNS."""
    with answering(Names(), monkeypatch) as made:
        yield made


@pytest.fixture
def address(settings: Settings, make_player: MakePlayer, book: Book, monkeypatch: pytest.MonkeyPatch) -> ReplyAddress:
    """Anna's reply address, on a site without a mail server in front."""
    settings.FATE_MAILIN_AUTHSERV, settings.FATE_MAILIN_CASUAL, settings.FATE_MAILIN_ARC_SEALERS = "", False, []
    settings.FATE_REPLIES, settings.MAILIN_DOMAIN = True, "play.example.org"
    monkeypatch.setitem(kinds._kinds, confirmation.KIND.name, confirmation.KIND)
    return question(make_player("anna"))


def read_all() -> Counter[str]:
    while worker.work_off(database_now):
        continue
    return Counter(InboundMail.objects.values_list("state", flat=True))


def test_500_mails_signed_by_other_domains_are_not_believed(address: ReplyAddress, names: Names) -> None:
    names.signing("example.org")
    with open_door() as port:
        count = hand_over(port, crafted(names), US)
    assert count >= 500
    states = read_all()
    assert (states, ANSWERS) == (Counter(held=count), [])
    assert Message.objects.filter(kind="confirm_reply").count() == 1, "its owner is asked once for all of them"


@pytest.mark.parametrize("kind", ["smtp", "lmtp"])
def test_honest_mails_are_all_believed(kind: str, address: ReplyAddress, names: Names) -> None:
    with open_door(kind) as port:
        count = hand_over(port, honest(names), US, kind=kind)
    assert count >= 80
    assert (read_all(), len(ANSWERS)) == (Counter(done=count), count)


def test_caller_is_noted_beside_the_mail(address: ReplyAddress, names: Names) -> None:
    raw = b"Received: from trusted.example ([8.8.8.8])\r\nX-Client: 8.8.8.8\r\n" + plain()
    with open_door() as port:
        hand_over(port, iter([raw]), US, sender="anna@example.org")
    mail = InboundMail.objects.get()
    assert mail.session["client"] == "127.0.0.1"
    assert mail.session["helo"]
    assert mail.sender == "anna@example.org"


def test_long_mail_with_a_picture_is_believed(address: ReplyAddress, names: Names) -> None:
    head, _blank, text = plain().partition(b"\r\n\r\n")
    head = head.replace(b"text/plain; charset=utf-8", b"multipart/mixed; boundary=b")
    part = b"\r\n--b\r\nContent-Type: text/plain\r\n\r\n" + text
    raw = head + b"\r\n\r\n" + part + b"\r\n--b\r\nContent-Type: image/png\r\n\r\n" + b"iVBORw0KGgo=\r\n" * 300_000 + b"--b--\r\n"
    with open_door() as port:
        hand_over(port, iter([sign(raw, names.signing("example.org"))]), US)
    mail = InboundMail.objects.get()
    assert (len(mail.raw) < 10_000, mail.session["bodies"]) == (True, [True])
    assert (read_all(), ANSWERS) == (Counter(done=1), [("2",)])


def test_silent_dns_puts_a_mail_off_and_then_asks_its_owner(address: ReplyAddress, names: Names, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_door() as port:
        hand_over(port, iter([sign(plain(), names.signing("example.org"))]), US)
    silent = dns.resolver.Resolver(configure=False)
    silent.nameservers, silent.port = ["127.0.0.1"], 8399
    answering_resolver = dns_lookups.resolver
    monkeypatch.setattr(dns_lookups, "resolver", lambda: silent)
    monkeypatch.setattr(dns_lookups, "EACH", 0.3)
    begun: datetime = database_now()
    for passed in (0, 2, 8):
        assert worker.work_off(lambda passed=passed: begun + timedelta(minutes=passed)) == 1
        assert InboundMail.objects.get().state == "received"
        assert worker.work_off(lambda passed=passed: begun + timedelta(minutes=passed)) == 0
    worker.work_off(lambda: begun + timedelta(minutes=40))
    mail = InboundMail.objects.get()
    assert (mail.state, "the DNS did not answer" in mail.reason, ANSWERS) == ("held", True, [])

    monkeypatch.setattr(dns_lookups, "resolver", answering_resolver)
    monkeypatch.setattr(dns_lookups, "_slow", {})
    InboundMail.objects.update(state="received", attempts=1)
    assert (read_all(), ANSWERS) == (Counter(done=1), [("2",)])
