"""Tests of `manage.py doctor --mail-loop`: a relay and a mail reception on loopback, each hop working and broken."""

from __future__ import annotations

import asyncio
import smtplib
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from pytest_django import Settings

from fateapp.ops.doctor import mail_loop
from fateapp.ops.doctor.finding import Finding, Level
from games.models import Player
from notifications.clock import database_now
from notifications.inbound import worker
from notifications.models import InboundMail, ReplyAddress
from tests.fateapp.doctor.test_doctor import by_smtp
from tests.notifications.inbound.door import open_door
from tests.notifications.sink import Sink
from tests.ports import free_port

pytestmark = pytest.mark.django_db(transaction=True)
AUTHSERV = "mx.play.example.org"
WELL = ["loop: relay", "loop: delivered", "loop: who wrote it", "loop: reception", "loop: understood"]


class Relay(Sink):
    """A relay that forwards each mail to the reception, with the headers that a mail server adds."""

    reception = ""
    above = f"Authentication-Results: {AUTHSERV}; dmarc=pass header.from=fate.example\r\n"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Keep the mail and forward it in another thread, as the queue of a relay does."""
        said = await super().handle_DATA(server, session, envelope)
        if self.reception and said.startswith("250"):
            received = "Received: from here by relay.example with ESMTP; Sun, 22 Nov 2026 12:00:00 +0000\r\n"
            raw = f"{self.above}{received}".encode() + bytes(envelope.content or b"")
            await asyncio.get_running_loop().run_in_executor(None, self._on, envelope.mail_from or "", envelope.rcpt_tos[0], raw)
        return said

    def _on(self, sender: str, to: str, raw: bytes) -> None:
        parts = urlsplit(self.reception)
        with smtplib.LMTP(str(parts.hostname), parts.port or 0) as line:
            line.sendmail(sender, [to], raw)


@pytest.fixture
def reception(settings: Settings) -> Iterator[str]:
    """mailin in a thread; its worker reads each mail when it is called."""
    settings.FATE_REPLIES, settings.MAILIN_DOMAIN = True, "play.example.org"
    settings.FATE_MAILIN_AUTHSERV, settings.FATE_MAILIN_CASUAL = AUTHSERV, False
    with open_door("lmtp") as port:
        settings.FATE_MAILIN_LISTEN = [f"lmtp://127.0.0.1:{port}"]
        yield settings.FATE_MAILIN_LISTEN[0]


@pytest.fixture
def relay(settings: Settings, reception: str) -> Iterator[Relay]:
    """The relay that brings the test mail to the reception."""
    with Relay() as sink:
        by_smtp(settings, sink.port)
        sink.reception = reception
        yield sink


@pytest.fixture
def working(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that runs whenever the doctor polls."""
    look = mail_loop._poll
    monkeypatch.setattr(mail_loop, "_poll", lambda loop, what: look(loop, lambda: (worker.work_off(database_now), what())[1]))


def said(seconds: float = 20) -> dict[str, Finding]:
    """The result of every hop by name; of two with one name, the later one."""
    return {finding.name: finding for finding in mail_loop.examine(seconds)}


@pytest.mark.usefixtures("working")
def test_loop_that_is_well_says_every_hop_and_leaves_nothing_behind(relay: Relay, reception: str) -> None:
    found = said()
    assert list(found) == WELL
    assert {finding.level for finding in found.values()} == {Level.OK}
    assert "relay.example" in found["loop: delivered"].said
    assert "dmarc=pass" in found["loop: who wrote it"].said
    assert reception in found["loop: reception"].said
    assert [mail["From"] for mail in relay.mails] == ["Fate <fate@fate.example>"]
    assert (Player.objects.count(), ReplyAddress.objects.count(), InboundMail.objects.count()) == (0, 0, 0)


@pytest.mark.usefixtures("working")
@pytest.mark.parametrize(
    ("above", "remedy"),
    [
        (f"Authentication-Results: {AUTHSERV}; dkim=none; spf=none\r\n", "sign with DKIM"),
        ("", "answer a turn mail"),
    ],
)
def test_letter_that_nobody_vouches_for_is_a_warning(relay: Relay, settings: Settings, above: str, remedy: str) -> None:
    """An unauthenticated test mail is a warning: the reception works, and only players' mail servers must authenticate."""
    relay.above = above
    settings.FATE_MAILIN_AUTHSERV = AUTHSERV
    found = said()
    assert list(found) == WELL
    assert found["loop: who wrote it"].level is Level.WARN
    assert remedy in found["loop: who wrote it"].remedy


def test_relay_that_refuses_the_letter_is_the_last_thing_said(relay: Relay) -> None:
    relay.mail_from = ["550 5.7.1 Not you"]
    found = said()
    assert list(found) == ["loop: relay"]
    assert found["loop: relay"].level is Level.FAIL
    assert "550 5.7.1 Not you" in found["loop: relay"].said
    assert Player.objects.count() == 0


def test_letter_that_is_lost_between_relay_and_reception(relay: Relay) -> None:
    """The relay routes the mail of the domain elsewhere, although the reception would accept it."""
    relay.reception = ""
    found = said(0.5)
    assert {name: finding.level for name, finding in found.items()} == {
        "loop: relay": Level.OK,
        "loop: reception": Level.OK,
        "loop: delivered": Level.FAIL,
    }
    assert "play.example.org" in found["loop: delivered"].remedy


def test_reception_that_nobody_has_started(relay: Relay, settings: Settings) -> None:
    relay.reception = ""
    settings.FATE_MAILIN_LISTEN = [f"lmtp://127.0.0.1:{free_port()}"]
    found = said(0.5)
    assert found["loop: reception"].level is Level.FAIL
    assert "mailin" in found["loop: reception"].remedy
    assert found["loop: delivered"].remedy.startswith("First the line above")


def test_worker_that_does_not_run(relay: Relay) -> None:
    found = said(0.5)
    assert list(found) == ["loop: relay", "loop: delivered", "loop: understood"]
    assert "fateapp-worker" in found["loop: understood"].remedy


def test_site_without_replies_or_relay_is_told_which_setting_is_missing(settings: Settings) -> None:
    settings.FATE_REPLIES = False
    assert "FATE_MAILIN_DOMAIN" in said()["mail loop"].said
    settings.FATE_REPLIES, settings.EMAIL_BACKEND = True, "django.core.mail.backends.locmem.EmailBackend"
    assert "FATE_EMAIL_URL" in said()["mail loop"].said


def test_relay_out_of_reach(settings: Settings, reception: str) -> None:
    by_smtp(settings, free_port())
    assert said()["loop: relay"].level is Level.FAIL
