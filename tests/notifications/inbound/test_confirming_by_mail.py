"""Tests of the confirmation of a held answer by mail."""

from __future__ import annotations

import html
from datetime import datetime, timedelta

import pytest
from pytest_django import Settings

from notifications import kinds
from notifications.clock import database_now
from notifications.delivery.deliver import deliver_due
from notifications.inbound import addresses, confirmation, store, worker
from notifications.models import InboundMail, Message, ReplyAddress
from tests.notifications.cast import Book, MakePlayer
from tests.notifications.inbound.door import ANSWERS, question
from tests.notifications.inbound.signing import plain
from tests.notifications.sink import Sink

pytestmark = pytest.mark.django_db


@pytest.fixture
def address(settings: Settings, make_player: MakePlayer, book: Book, sink: Sink, monkeypatch: pytest.MonkeyPatch) -> ReplyAddress:
    """Anna's reply address; her mails cannot be authenticated."""
    settings.FATE_MAILIN_AUTHSERV, settings.FATE_MAILIN_CASUAL, settings.FATE_MAILIN_ARC_SEALERS = "", False, []
    settings.FATE_REPLIES, settings.MAILIN_DOMAIN, settings.SITE_URL = True, "play.example.org", "http://testserver"
    monkeypatch.setitem(kinds._kinds, confirmation.KIND.name, confirmation.KIND)
    return question(make_player("anna"))


def arrive(address: ReplyAddress, text: str, at: datetime, sender: str = "anna@example.org") -> None:
    raw = plain(sender, text=text)
    store.keep(raw, address, sender=sender, way="smtp")
    worker.work_off(lambda: at)


def asked(at: datetime) -> Message:
    """The latest question for confirmation, sent."""
    deliver_due(at)
    return Message.objects.filter(kind="confirm_reply", state="sent").order_by("-sent_at", "-pk")[0]


def answer(mail: Message, text: str, at: datetime) -> None:
    found = addresses.find(mail.reply_to)
    assert found is not None
    arrive(found, text, at)


@pytest.mark.parametrize("yes", ["yes", "Ja!", "oui", "1", "Yes please.\n\nAnna", "Hi Fate,\n\nYes, that was me.", "Ja, das war ich"])
def test_yes_frees_the_one_that_waits(address: ReplyAddress, yes: str) -> None:
    now = database_now()
    arrive(address, "2", now)
    mail = asked(now)
    assert "reply to this mail with the single word yes" in mail.text
    assert ANSWERS == []
    answer(mail, yes, now)
    assert ANSWERS == [("2",)]
    answer(mail, "yes", now)
    assert ANSWERS == [("2",)]


def test_question_names_the_other_address_that_a_reply_came_from(address: ReplyAddress) -> None:
    """Whoever has replied from another account of theirs reads why they are asked, and which one is played at once."""
    now = database_now()
    arrive(address, "2", now, sender="anna.o'neil@work.example")
    mail = asked(now)
    said = "It was sent from anna.o'neil@work.example. We play replies from anna@example.org without asking."
    assert said in " ".join(mail.text.split())
    assert said in html.unescape(" ".join(mail.html.split()))
    arrive(address, "3", now)
    later = asked(now + timedelta(hours=1))
    assert " ".join(later.text.split()).count("It was sent from") == 1


@pytest.mark.parametrize("no", ["no", "Nein, das war ich nicht.", "Non merci", "No, I did not send this"])
def test_no_drops_what_waits_and_is_not_asked_about_again(address: ReplyAddress, no: str) -> None:
    now = database_now()
    arrive(address, "2", now)
    mail = asked(now)
    answer(mail, no, now)
    assert not InboundMail.objects.filter(state="held").exists()
    answer(mail, "yes", now)
    assert ANSWERS == []
    assert asked(now) == mail


@pytest.mark.parametrize("unclear", ["yes, but not the 2", "yes and no", "Ja, das war ich nicht", "Anna\n\nyes", "who are you?"])
def test_what_is_not_clear_frees_nothing(address: ReplyAddress, unclear: str) -> None:
    now = database_now()
    arrive(address, "2", now)
    mail = asked(now)
    answer(mail, unclear, now)
    assert ANSWERS == []
    assert asked(now) != mail


def test_several_are_told_apart_by_number(address: ReplyAddress) -> None:
    now = database_now()
    arrive(address, "resign", now)
    arrive(address, "2", now)
    mail = asked(now)
    assert "1)\n    2\n" in mail.text
    assert "2)\n    resign\n" in mail.text
    answer(mail, "yes", now)
    assert ANSWERS == []
    again = asked(now)
    assert again.pk != mail.pk, "what is not understood is asked again"
    answer(again, "1", now)
    assert ANSWERS == [("2",)]
    assert InboundMail.objects.filter(state="held").count() == 1


def test_forged_flood_before_and_after_keeps_the_owner_in_charge(address: ReplyAddress) -> None:
    now = database_now()
    arrive(address, "resign", now, "eve@evil.example")
    first = asked(now)
    for minute in range(6):
        arrive(address, f"forged {minute}", now + timedelta(minutes=minute), "eve@evil.example")
    answer(first, "no", now)
    assert ANSWERS == []
    arrive(address, "2", now + timedelta(minutes=40))
    later = asked(now + timedelta(hours=7))
    place = later.text.index("    2\n")
    number = later.text[:place].rstrip().rsplit("\n", 1)[-1].rstrip(")")
    answer(later, number, now + timedelta(hours=7))
    assert ANSWERS == [("2",)]


def test_question_that_is_misread_again_and_again_is_not_asked_without_end(address: ReplyAddress) -> None:
    now = database_now()
    arrive(address, "2", now)
    for number in range(9):
        answer(asked(now), f"what is this? {number}", now)
    deliver_due(now)
    assert Message.objects.filter(kind="confirm_reply").count() <= 7
