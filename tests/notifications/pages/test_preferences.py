"""Tests of the preferences page."""

from __future__ import annotations

from datetime import timedelta

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from notifications.delivery.deliver import Delivered, deliver_due
from notifications.models import Message, Preference, Rhythm
from tests.notifications.cast import NOON, Book, MakePlayer, queue
from tests.notifications.sink import Sink

WISHES = {"turn.email.mode": "daily", "chat.email.on": "on", "chat.email.mode": "at_once", "window": "15", "hour": "6"}


def test_choices_are_kept_and_shown_again(client: Client, make_player: MakePlayer, book: Book) -> None:
    anna = make_player("anna")
    client.force_login(anna)

    answer = client.post("/messages/preferences/", WISHES)

    assert (answer.status_code, answer["Location"]) == (302, "/messages/preferences/")
    chosen = (
        Preference.objects.filter(kind__in=["turn", "chat"], channel="email")
        .order_by("kind")
        .values_list("player", "kind", "enabled", "mode")
    )
    assert list(chosen) == [(anna.pk, "chat", True, "at_once"), (anna.pk, "turn", False, "daily")]
    assert list(Rhythm.objects.values_list("player", "window", "hour")) == [(anna.pk, 15, 6)]
    form = client.get("/messages/preferences/").context["form"]
    assert [form[name].value() for name in ("turn.email.on", "turn.email.mode", "chat.email.mode", "hour")] == [
        False,
        "daily",
        "at_once",
        6,
    ]


def test_wrong_choices_change_nothing(client: Client, make_player: MakePlayer, book: Book) -> None:
    client.force_login(make_player("anna"))

    for wrong in ({"hour": "24"}, {"window": "0"}, {"turn.email.mode": "hourly"}):
        answer = client.post("/messages/preferences/", WISHES | wrong)
        assert (answer.status_code, set(answer.context["form"].errors)) == (422, set(wrong))
    assert Preference.objects.count() == Rhythm.objects.count() == 0


def test_new_choices_free_what_was_waiting(client: Client, make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    queue(anna, "g1", kind="chat")
    assert deliver_due(NOON).held == 1
    client.force_login(anna)
    client.post("/messages/preferences/", WISHES)

    assert deliver_due(Message.objects.get().not_before) == Delivered(found=1, sent=1)


def test_unknown_fields_and_mandatory_kinds_are_ignored(client: Client, make_player: MakePlayer, book: Book) -> None:
    client.force_login(make_player("anna"))
    client.post("/messages/preferences/", WISHES | {"test.email.on": "", "admin.email.on": "on"})

    assert not Preference.objects.filter(kind__in=["test", "admin"]).exists()


def test_page_needs_five_queries(
    client: Client, make_player: MakePlayer, book: Book, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(make_player("anna"))

    with django_assert_num_queries(5):  # session, person, preferences, rhythm, devices
        client.get("/messages/preferences/")


def test_choices_hold_for_the_next_mail(client: Client, make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    client.force_login(anna)
    client.post("/messages/preferences/", WISHES | {"turn.email.on": "on", "turn.email.mode": "coalesced"})
    queue(anna, "g1")

    assert deliver_due(NOON) == Delivered(found=1, held=1)
    assert deliver_due(NOON + timedelta(minutes=15)) == Delivered(found=1, sent=1)
