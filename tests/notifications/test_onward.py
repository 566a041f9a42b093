"""Tests of fallback channels: a message that cannot be delivered goes to the next channel once, and pages show a notice."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from notifications.channels.push.keys import encoded
from notifications.channels.webhook import service as webhooks
from notifications.clock import database_now
from notifications.delivery.deliver import Delivered, deliver_due
from notifications.delivery.fallback import queue_fallbacks
from notifications.delivery.results import MAX_ATTEMPTS, block
from notifications.lanes.round import call_due
from notifications.models import Message, Preference, Suppression
from notifications.preferences.changes import switch_off
from notifications.selftest import send_test
from tests.notifications.cast import NOON, Book, MakePlayer, queue
from tests.notifications.push.browser import Browser
from tests.notifications.receiver import Receiver
from tests.notifications.sink import Sink

NO_SUCH_USER = "550 5.1.1 No such user"
MAIL = "anna@example.org"


@pytest.fixture
def anna(make_player: MakePlayer, book: Book, settings: Settings, receiver: Receiver) -> Any:
    """A player with a browser in which messages about turns are switched off."""
    settings.FATE_VAPID_KEY = encoded(b"a key of thirty-two bytes, fixed")
    person = make_player("anna")
    Browser().subscribe(person, receiver.url("/201"))
    Preference.objects.create(player=person, kind="turn", channel="push", enabled=False)
    return person


def deliver_all(now: Any = NOON) -> None:
    """Deliver mails and calls until nothing is due."""
    while deliver_due(now).found or call_due(now).found:
        continue


def ways(person: Any) -> list[tuple[str, str]]:
    """(medium, state) of this player's messages, in order of creation."""
    return [(row.medium, row.state) for row in Message.objects.filter(recipient=person).order_by("id")]


def test_a_refused_mail_goes_to_the_browser_even_where_that_is_switched_off(anna: Any, sink: Sink, receiver: Receiver) -> None:
    sink.script[MAIL] = NO_SUCH_USER
    queue(anna, "a1")

    assert deliver_due(NOON) == Delivered(found=1, bounced=1, fanned_out=1)
    deliver_all()

    assert ways(anna) == [("email", "bounced"), ("push", "sent")]
    assert [call.path for call in receiver.calls] == ["/201"]


def test_without_a_failure_nothing_stands_in(anna: Any, sink: Sink, receiver: Receiver) -> None:
    queue(anna, "a1")
    deliver_all()

    assert ways(anna) == [("email", "sent")]
    assert receiver.calls == []


def test_a_blocked_address_is_not_tried_and_the_news_goes_on(anna: Any, sink: Sink, receiver: Receiver) -> None:
    block(anna, MAIL, "gone", NOON)
    queue(anna, "a1")
    deliver_all()

    assert sink.connections == 0
    assert ways(anna) == [("email", "bounced"), ("push", "sent")]


def test_a_mail_that_was_given_up_goes_on_too(anna: Any, sink: Sink, receiver: Receiver) -> None:
    sink.script[MAIL] = "451 later"
    queue(anna, "a1", attempts=MAX_ATTEMPTS - 1)
    deliver_all()

    assert ways(anna) == [("email", "dead"), ("push", "sent")]


def test_every_way_is_tried_once_and_in_order(anna: Any, sink: Sink, receiver: Receiver) -> None:
    anna.push_devices.update(endpoint=receiver.url("/410"))
    Preference.objects.all().delete()
    webhooks.create(anna, receiver.url("/hook"), ["chat"])
    sink.script[MAIL] = NO_SUCH_USER
    queue(anna, "a1", kind="chat")
    for moment in (NOON, NOON + timedelta(hours=1)):
        deliver_all(moment)

    assert sorted(ways(anna)) == [("email", "bounced"), ("push", "bounced"), ("webhook", "sent")]
    assert sorted(call.path for call in receiver.calls) == ["/410", "/hook"]


def test_a_browser_that_is_gone_falls_back_to_the_mail(anna: Any, sink: Sink, receiver: Receiver) -> None:
    anna.push_devices.update(endpoint=receiver.url("/410"))
    device = anna.push_devices.get()
    queue(anna, "a1", channel=device.channel, stand_in=True)
    deliver_all()

    assert ways(anna) == [("push", "bounced"), ("email", "sent")]


def test_an_unsubscribed_mail_does_not_stand_in(anna: Any, sink: Sink, receiver: Receiver) -> None:
    switch_off(anna.pk, "email", ["turn"])
    anna.push_devices.update(endpoint=receiver.url("/410"))
    queue(anna, "a1", channel=anna.push_devices.get().channel, stand_in=True)
    deliver_all()

    assert ways(anna) == [("push", "bounced"), ("email", "superseded")]
    assert sink.mails == []


def test_what_arrived_another_way_is_not_repeated(anna: Any, sink: Sink, receiver: Receiver) -> None:
    Preference.objects.all().delete()
    Browser().subscribe(anna, receiver.url("/201?second"))
    sink.script[MAIL] = NO_SUCH_USER
    queue(anna, "a1")
    deliver_all()

    assert ways(anna) == [("email", "bounced"), ("push", "sent"), ("push", "sent")]


@pytest.mark.parametrize("count", [1, 3])
def test_onward_needs_the_same_queries_for_any_number(anna: Any, count: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    rows = [queue(anna, str(number), state="bounced") for number in range(count)]

    with django_assert_num_queries(4):  # messages of the same news, devices, webhooks, new messages
        assert queue_fallbacks(rows) == count


def test_every_page_says_so_until_a_mail_arrives(anna: Any, client: Client, sink: Sink) -> None:
    client.force_login(anna)
    assert "bounce" not in client.get("/messages/").content.decode()
    sink.script[MAIL] = NO_SUCH_USER
    queue(anna, "a1")
    deliver_all()

    for path in ("/", "/messages/", "/messages/preferences/", "/messages/webhooks/"):
        assert "Mails to anna@example.org bounce" in client.get(path).content.decode()
    now = database_now()
    send_test(anna, now)  # lifts the block, but is no proof of delivery yet
    assert "bounce" in client.get("/").content.decode()
    deliver_all(database_now())
    assert "bounce" in client.get("/").content.decode()
    sink.script.clear()
    send_test(anna, now + timedelta(minutes=1))
    deliver_all(database_now())
    assert "bounce" not in client.get("/").content.decode()
    assert not Suppression.objects.exists()


def test_another_address_ends_the_banner(anna: Any, client: Client) -> None:
    block(anna, MAIL, "gone", NOON)
    get_user_model().objects.filter(pk=anna.pk).update(email="anna@example.com")
    client.force_login(anna)

    assert "bounce" not in client.get("/").content.decode()


def test_the_list_names_every_way(anna: Any, client: Client, sink: Sink, receiver: Receiver) -> None:
    sink.script[MAIL] = NO_SUCH_USER
    queue(anna, "a1")
    deliver_all()
    client.force_login(anna)

    page = client.get("/messages/")

    assert [(way, row.state) for row, _title, way in page.context["rows"]] == [("Firefox, Linux", "sent"), ("email", "bounced")]
    assert "instead of a message that could not be delivered" in page.content.decode()
