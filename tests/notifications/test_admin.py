"""Tests of the admin of messages: it shows states and subjects but no texts, and can send a message again."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from notifications.models import Message, PushDevice, StrayMail, Suppression, Webhook
from tests.notifications.cast import Book, MakePlayer, queue, states

HAND = "seven of swords"


@pytest.fixture
def chief(client: Client, make_player: MakePlayer) -> Any:
    """A superuser, signed in."""
    person = make_player("chief", is_staff=True, is_superuser=True)
    client.force_login(person)
    return person


def test_message_pages_show_no_text(client: Client, chief: Any, make_player: MakePlayer, book: Book) -> None:
    row = queue(make_player("anna"), "g1", state="sent", subject="Your turn in QX7", text=HAND, html=HAND)

    for path in ("/admin/notifications/message/", f"/admin/notifications/message/{row.pk}/change/", "/admin/notifications/message/?q=anna"):
        page = client.get(path)
        assert (page.status_code, HAND in page.content.decode()) == (200, False)
    assert "Your turn in QX7" in client.get(f"/admin/notifications/message/{row.pk}/change/").content.decode()


def test_stray_mail_pages_show_no_text(client: Client, chief: Any) -> None:
    mail = StrayMail.objects.create(to="anna@example.org", subject="Code", text=HAND)

    for path in ("/admin/notifications/straymail/", f"/admin/notifications/straymail/{mail.pk}/change/"):
        page = client.get(path)
        assert (page.status_code, HAND in page.content.decode()) == (200, False)


def test_message_rows_are_read_only(client: Client, chief: Any, make_player: MakePlayer, book: Book) -> None:
    row = queue(make_player("anna"), "g1")
    base = "/admin/notifications/message"

    assert client.get(f"{base}/add/").status_code == 403
    assert client.post(f"{base}/{row.pk}/change/", {"state": "sent"}).status_code == 403
    assert client.post(f"{base}/{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert states(row) == ["queued"]


def test_send_again_queues_settled_messages(client: Client, chief: Any, make_player: MakePlayer, book: Book) -> None:
    anna = make_player("anna")
    rows = [queue(anna, state, state=state, attempts=12, error="x") for state in ("dead", "sent", "sending")]

    choice = {"action": "send_again", "_selected_action": [row.pk for row in rows]}
    preview = client.post("/admin/notifications/message/", choice).content.decode()
    assert f"2 messages ({rows[0].kind}) are queued again." in preview
    assert "It concerns 1 person." in preview
    assert "This field is required" in client.post("/admin/notifications/message/", choice | {"sure": "yes"}).content.decode()
    assert states(*rows) == ["dead", "sent", "sending"]
    answer = client.post("/admin/notifications/message/", choice | {"sure": "yes", "reason": "The relay was down."}, follow=True)

    assert "2 messages are queued again." in answer.content.decode()
    assert states(*rows) == ["queued", "queued", "sending"]
    assert list(Message.objects.order_by("id").values_list("attempts", "error")) == [(0, ""), (0, ""), (12, "x")]


def test_suppression_is_lifted_with_a_reason_only(client: Client, chief: Any) -> None:
    row = Suppression.objects.create(address="anna@example.org", reason="550")
    page = f"/admin/notifications/suppression/{row.pk}"

    assert client.post(f"{page}/delete/", {"post": "yes"}).status_code == 403
    assert (
        "Future mails are sent to anna@example.org again"
        in client.post(f"{page}/acts/lift/", {"reason": "Mailbox mended."}).content.decode()
    )
    assert client.post(f"{page}/acts/lift/", {"sure": "yes"}).status_code == 200
    assert Suppression.objects.count() == 1
    assert client.post(f"{page}/acts/lift/", {"reason": "Mailbox mended.", "sure": "yes"}).status_code == 302
    assert Suppression.objects.count() == 0


@pytest.mark.parametrize("count", [1, 3])
def test_list_needs_the_same_queries_for_any_number(
    client: Client, chief: Any, make_player: MakePlayer, book: Book, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        queue(make_player(f"player{number}"), "g1")

    with django_assert_num_queries(4):  # session, person, count of the page, messages with recipients
        assert client.get("/admin/notifications/message/").status_code == 200


def test_webhook_and_device_pages_show_no_secret(client: Client, chief: Any, make_player: MakePlayer) -> None:
    anna = make_player("anna")
    webhook = Webhook.objects.create(owner=anna, url="https://example.org/in", secret="whsec_hidden", old_secret="whsec_older")
    keys = {"endpoint": "https://push.example/only-mine", "p256dh": "only-mine", "auth": "only-mine"}
    device = PushDevice.objects.create(owner=anna, name="Firefox", **keys)

    for path in ("webhook/", f"webhook/{webhook.pk}/change/", "pushdevice/", f"pushdevice/{device.pk}/change/"):
        page = client.get(f"/admin/notifications/{path}")
        text = page.content.decode()
        assert (page.status_code, "whsec_" in text, "only-mine" in text) == (200, False, False)
