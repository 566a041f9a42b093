"""Tests of bounces: a report counts for the mail that it names, and only for a permanent failure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pytest_django import Settings

from notifications import kinds
from notifications.delivery.batches import return_path
from notifications.delivery.deliver import deliver_due
from notifications.inbound import addresses, bounces, store, worker
from notifications.inbound.mime import take_apart
from notifications.models import InboundMail, Message, Suppression
from tests.notifications.cast import NOON, Book, MakePlayer, queue
from tests.notifications.sink import Sink

REPORT = """\
From: Mail Delivery System <MAILER-DAEMON@mx.example.net>
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <{status}.{action}@mx.example.net>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="x1"

--x1
Content-Type: text/plain

I am sorry to have to inform you that your message could not be delivered.

--x1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
Arrival-Date: Mon, 1 Mar 2027 12:00:00 +0000

Final-Recipient: rfc822; anna@example.org
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 {status} <anna@example.org>: Recipient address
    rejected: User unknown

--x1
Content-Type: text/rfc822-headers

Subject: News a1

--x1--
"""


@pytest.fixture
def anna(make_player: MakePlayer, book: Book, sink: Sink, settings: Settings) -> Any:
    """A player who was sent a mail, on a site that receives mail."""
    settings.FATE_BOUNCES, settings.MAILIN_DOMAIN = True, "play.example"
    person = make_player("anna")
    queue(person, "a1")
    deliver_due(NOON)
    return person


def path_of(message: Message) -> str:
    """The return path of a sent mail."""
    return return_path(message.message_id)


def bring(status: str = "5.1.1", action: str = "failed", text: str = REPORT) -> None:
    """Deliver a bounce report about the mail to the site."""
    to = path_of(Message.objects.get(channel="email"))
    address = addresses.find(to)
    assert address is not None
    store.keep(text.format(to=to, status=status, action=action).encode(), address, sender="", way=InboundMail.Way.SMTP)
    worker.work_off(lambda: NOON)


def test_every_mail_leaves_under_its_own_return_path(anna: Any, sink: Sink, make_player: MakePlayer) -> None:
    queue(make_player("berta"), "b1")
    deliver_due(NOON)

    first, second = Message.objects.order_by("id")
    assert sink.senders == [path_of(first), path_of(second)]
    assert {mail["From"] for mail in sink.mails} == {"Fate <fate@localhost.localdomain>"}
    assert path_of(first).startswith(f"bounce+o{first.pk}.")


def test_a_site_that_receives_no_mail_keeps_its_sender(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    queue(make_player("anna"), "a1")
    deliver_due(NOON)

    assert sink.senders == ["fate@localhost.localdomain"]


@pytest.mark.parametrize("way", ["report", "refusal", "refused before"])
def test_a_kind_that_wants_to_hear_of_it_is_told_once(anna: Any, sink: Sink, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    told: list[tuple[str, str]] = []
    kind = replace(kinds._kinds["turn"], failed=lambda message, why: told.append((message.key, why)))
    monkeypatch.setitem(kinds._kinds, "turn", kind)
    if way == "report":
        bring()
        bring()
        assert told == [("a1", "The mail came back: 5.1.1 550 5.1.1 <anna@example.org>: Recipient address rejected: User unknown")]
        return
    if way == "refusal":
        sink.script["anna@example.org"] = "550 5.1.1 no such user"
    else:
        Suppression.objects.create(address="anna@example.org")
    queue(anna, "a2")
    deliver_due(NOON)
    deliver_due(NOON)
    assert [key for key, _why in told] == ["a2"]


def test_a_final_failure_bounces_the_message_and_blocks_the_address(anna: Any) -> None:
    bring()

    message = Message.objects.get()
    assert message.state == "bounced"
    assert message.error.startswith("The mail came back: 5.1.1 550 5.1.1 <anna@example.org>: Recipient address rejected: User unknown")
    assert Suppression.objects.get().address == "anna@example.org"
    anna.refresh_from_db()
    assert anna.mail_comes_back
    assert InboundMail.objects.get().state == "done"


@pytest.mark.parametrize("status", ["5.2.2", "5.7.1", "5.3.4", "5.4.4"])
def test_a_failure_that_is_not_the_fault_of_the_address_does_not_block_it(anna: Any, status: str) -> None:
    bring(status)

    assert Message.objects.get().state == "bounced"
    assert not Suppression.objects.exists()


@pytest.mark.parametrize(("status", "action"), [("4.4.1", "delayed"), ("4.2.2", "failed"), ("2.0.0", "delivered"), ("5.1.1", "delayed")])
def test_what_is_no_final_failure_changes_nothing(anna: Any, status: str, action: str) -> None:
    bring(status, action)

    assert Message.objects.get().state == "sent"
    assert not Suppression.objects.exists()


def test_a_vacation_note_to_the_return_path_changes_nothing(anna: Any) -> None:
    bring(text="From: anna@example.org\nTo: {to}\nMessage-ID: <{status}@x>\nSubject: I am away\n\nAction: {action}\nStatus: 5.1.1\n")

    assert Message.objects.get().state == "sent"
    assert InboundMail.objects.get().state == "done"


def test_a_report_twice_is_one(anna: Any) -> None:
    bring()
    Suppression.objects.all().delete()
    Message.objects.update(state="superseded")
    bring("5.1.2")

    assert Message.objects.get().state == "superseded"
    assert not Suppression.objects.exists()


def test_nobody_can_guess_a_return_path(anna: Any) -> None:
    right = path_of(Message.objects.get())
    name, _at, domain = right.partition("@")
    wrong = name[:-1] + ("0" if name[-1] != "0" else "1")

    assert addresses.find(right) is not None
    assert addresses.find(f"{wrong}@{domain}") is None
    assert addresses.find(f"bounce+o999999.0123456789abcdef@{domain}") is None
    assert addresses.find(f"bounce+o1.short@{domain}") is None


HEAD = b"Content-Type: multipart/report; boundary=x\n\n--x\nContent-Type: message/delivery-status\n\n"


@pytest.mark.parametrize("junk", [b"", b"\xff" * 500, HEAD + b":::\n\n\n--x--", HEAD + b"Action: failed\n" * 5000])
def test_reading_a_report_survives_anything(junk: bytes) -> None:
    assert bounces.read_report(take_apart(junk)) is None
