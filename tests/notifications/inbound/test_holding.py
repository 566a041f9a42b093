"""Tests of held replies, which wait for confirmation: a forged mail blocks no later one, and the number of questions is limited."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from notifications import kinds
from notifications.clock import database_now
from notifications.delivery.deliver import deliver_due
from notifications.inbound import confirmation, store, worker
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


def arrive(address: ReplyAddress, text: str, at: datetime) -> InboundMail:
    raw = plain(text=text)
    store.keep(raw, address, sender="anna@example.org", way="smtp")
    worker.work_off(lambda: at)
    return InboundMail.objects.get(message_id=store.message_id(raw))


def asked() -> list[Message]:
    return list(Message.objects.filter(kind="confirm_reply").order_by("pk"))


def page_of(message: Message) -> str:
    found = re.search(r"(/messages/confirm/[^/\s]+/)", message.text)
    assert found is not None, message.text
    return found[1]


def press(client: Client, page: str, mail: InboundMail) -> Any:
    assert f'value="{mail.pk}"' in client.get(page).content.decode()
    return client.post(page, {"mail": mail.pk})


def test_forged_mail_that_comes_first_locks_nobody_out(address: ReplyAddress, client: Client) -> None:
    now = database_now()
    arrive(address, "resign", now)
    deliver_due(now)
    mine = arrive(address, "2", now + timedelta(minutes=1))

    press(client, page_of(asked()[0]), mine)  # the page of the first question already shows the later answer
    assert (ANSWERS, list(InboundMail.objects.order_by("pk").values_list("state", flat=True))) == ([("2",)], ["held", "done"])


def test_later_mail_is_asked_about_again_after_a_while(address: ReplyAddress, client: Client) -> None:
    now = database_now()
    arrive(address, "resign", now)
    deliver_due(now)
    mine = arrive(address, "2", now + timedelta(minutes=1))

    assert deliver_due(now + timedelta(minutes=4)).sent == 0
    assert deliver_due(now + timedelta(minutes=6)).sent == 1
    assert "2" in asked()[1].text
    press(client, page_of(asked()[1]), mine)
    assert ANSWERS == [("2",)]


def test_who_has_confirmed_is_asked_at_once_the_next_time(address: ReplyAddress, client: Client) -> None:
    now = database_now()
    press_first = arrive(address, "x", now)
    deliver_due(now)
    press(client, page_of(asked()[0]), press_first)
    arrive(address, "2", now + timedelta(seconds=10))
    assert deliver_due(now + timedelta(seconds=11)).sent == 1


def test_flood_of_forged_mails_brings_few_questions(address: ReplyAddress) -> None:
    now = database_now()
    sent = 0
    for minute in range(0, 24 * 60, 7):
        arrive(address, f"forged {minute}", now + timedelta(minutes=minute))
        sent += deliver_due(now + timedelta(minutes=minute)).sent
    assert 4 <= sent <= 8


def test_page_acts_only_on_mails_of_its_own_address(address: ReplyAddress, make_player: MakePlayer, client: Client) -> None:
    now = database_now()
    arrive(address, "2", now)
    deliver_due(now)
    other = question(make_player("berta"), "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz")
    raw = plain("berta@example.org", text="3")
    store.keep(raw, other, sender="berta@example.org", way="smtp")
    worker.work_off(lambda: now)
    theirs = InboundMail.objects.get(address=other)
    for wanted in (str(theirs.pk), "x", "-1", "0"):
        client.post(page_of(asked()[0]), {"mail": wanted})
    assert set(InboundMail.objects.values_list("state", flat=True)) == {"held"}


def test_settled_question_is_not_sent(address: ReplyAddress) -> None:
    now = database_now()
    arrive(address, "2", now)
    InboundMail.objects.update(state="ignored")
    assert deliver_due(now).sent == 0
