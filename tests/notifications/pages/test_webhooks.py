"""Tests of the pages of a player's webhooks."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from notifications.channels.webhook import service
from notifications.models import Message, Webhook, WebhookCall
from tests.notifications.cast import NOON, Book, MakePlayer, queue

PATH = "/messages/webhooks/"


@pytest.fixture
def anna(make_player: MakePlayer, book: Book, client: Client) -> Any:
    """A signed-in player."""
    person = make_player("anna")
    client.force_login(person)
    return person


def hook(owner: Any, url: str = "https://example.org/") -> Webhook:
    """A webhook for messages about turns."""
    return service.create(owner, url, ["turn"])[0]


def test_the_secret_is_shown_once(client: Client, anna: Any) -> None:
    page = client.post(f"{PATH}new/", {"url": "https://example.org/in", "kinds": ["turn"]})

    webhook = Webhook.objects.get()
    assert (webhook.owner, webhook.url, webhook.kinds) == (anna, "https://example.org/in", ["turn"])
    assert webhook.secret in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    for path in (PATH, f"{PATH}{webhook.pk}/", "/messages/", "/messages/preferences/"):
        assert webhook.secret not in client.get(path).content.decode()


def test_what_is_wrong_is_said_in_the_form(client: Client, anna: Any) -> None:
    page = client.post(f"{PATH}new/", {"url": "http://example.org/", "kinds": ["turn"]})

    assert page.status_code == 422
    assert "The address must begin with https://." in page.content.decode()
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("host", ["10.0.0.1", "[::1]", "169.254.169.254", "2130706433", "localhost"])
def test_an_address_inside_is_refused_at_its_field(client: Client, anna: Any, host: str) -> None:
    page = client.post(f"{PATH}new/", {"url": f"https://{host}/", "kinds": ["turn"]})

    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["url"]
    assert not Webhook.objects.exists()


def test_the_page_shows_the_log_and_sends_again(client: Client, anna: Any) -> None:
    webhook = hook(anna)
    row = queue(anna, "a1", channel=webhook.channel, state="sent")
    WebhookCall.objects.create(
        webhook=webhook, message=row, at=NOON, status=500, milliseconds=12, answer="<b>Ouch</b>", error="It answered."
    )

    page = client.get(f"{PATH}{webhook.pk}/").content.decode()
    assert all(text in page for text in ("500", "12 ms", "&lt;b&gt;Ouch", "It answered."))
    answer = client.post(f"{PATH}{webhook.pk}/redeliver/{row.pk}/")
    assert answer.status_code == 302
    assert Message.objects.get(pk=row.pk).state == "queued"


def test_buttons_do_what_they_say(client: Client, anna: Any) -> None:
    webhook = hook(anna)
    old = webhook.secret

    client.post(f"{PATH}{webhook.pk}/test/")
    assert Message.objects.get(channel=webhook.channel).kind == "webhook_test"
    assert Webhook.objects.get().secret == old
    page = client.post(f"{PATH}{webhook.pk}/rotate/").content.decode()
    assert old not in page
    assert Webhook.objects.get().secret in page
    Webhook.objects.update(disabled_at=NOON)
    client.post(f"{PATH}{webhook.pk}/enable/")
    assert Webhook.objects.get().disabled_at is None
    client.post(f"{PATH}{webhook.pk}/delete/")
    assert not Webhook.objects.exists()


def test_the_webhook_of_somebody_else_does_not_exist(client: Client, anna: Any, make_player: MakePlayer) -> None:
    webhook = hook(make_player("berta"))

    assert client.get(f"{PATH}{webhook.pk}/").status_code == 404
    for verb in ("test", "rotate", "enable", "delete", "redeliver/1"):
        assert client.post(f"{PATH}{webhook.pk}/{verb}/").status_code == 404
    assert "example.org" not in client.get(PATH).content.decode()


def test_strangers_are_asked_to_sign_in(client: Client, db: None) -> None:
    for path in (PATH, f"{PATH}new/", f"{PATH}1/"):
        assert client.get(path)["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("count", [1, 3])
def test_lists_need_the_same_queries_for_any_number(
    client: Client, anna: Any, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        webhook = hook(anna, f"https://example.org/{number}")
        row = queue(anna, str(number), state="sent")
        WebhookCall.objects.bulk_create(WebhookCall(webhook=webhook, message=row, at=NOON, milliseconds=1) for _call in range(count))

    with django_assert_num_queries(3):  # session, person, webhooks
        assert len(client.get(PATH).context["webhooks"]) == count
    with django_assert_num_queries(4):  # session, person, webhook, its calls with their messages
        assert len(client.get(f"{PATH}{webhook.pk}/").context["calls"]) == count
