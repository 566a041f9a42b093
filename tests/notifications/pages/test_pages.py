"""Tests of the pages of a player's messages, and that other players cannot see them."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from notifications.channels.registry import callers
from notifications.delivery.deliver import deliver_due
from notifications.models import Message, Suppression
from notifications.selftest import PER_DAY
from tests.notifications.cast import NOON, Book, MakePlayer, queue
from tests.notifications.sink import Sink


def test_list_shows_my_messages_with_their_states(client: Client, make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna, berta = make_player("anna"), make_player("berta")
    queue(anna, "sent one")
    sink.script["berta@example.org"] = "550 No such user"
    queue(berta, "bounced one")
    deliver_due(NOON)
    queue(anna, "queued one")
    client.force_login(anna)

    page = client.get("/messages/")

    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert [(title, row.state) for row, title, _way in page.context["rows"]] == [("Your turn", "queued"), ("Your turn", "sent")]
    assert b"News sent one" in page.content
    assert b"bounced one" not in page.content


def test_a_message_that_was_not_needed_any_more_says_so_in_plain_words(client: Client, make_player: MakePlayer, book: Book) -> None:
    anna = make_player("anna")
    row = queue(anna, "stale one")
    Message.objects.filter(pk=row.pk).update(state=Message.State.SUPERSEDED)
    client.force_login(anna)
    for path in ("/messages/", f"/messages/{row.pk}/"):
        page = client.get(path).content.decode()
        assert ("not sent, no longer needed" in page, "superseded" in page) == (True, False), path


@pytest.mark.parametrize("count", [1, 3])
def test_list_needs_the_same_queries_for_any_number(
    client: Client, make_player: MakePlayer, book: Book, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    anna = make_player("anna")
    for number in range(count):
        queue(anna, str(number))
    client.force_login(anna)

    with django_assert_num_queries(5 + len(callers())):  # session, person, endpoints of each channel, messages, the clock, suppressions
        assert len(client.get("/messages/").context["rows"]) == count


def test_list_pages_go_on_where_the_last_one_ended(client: Client, make_player: MakePlayer, book: Book) -> None:
    anna = make_player("anna")
    Message.objects.bulk_create(Message(kind="turn", recipient=anna, key=str(number), channel="email") for number in range(120))
    client.force_login(anna)

    seen, query = [], ""
    while True:
        page = client.get(f"/messages/{query}")
        seen += [row.key for row, _title, _way in page.context["rows"]]
        if page.context["before"] is None:
            break
        query = f"?before={page.context['before']}"
    assert seen == [str(number) for number in reversed(range(120))]


@pytest.mark.parametrize("before", ["x", "-1", "9" * 30, "٣", ""])
def test_list_odd_page_number_shows_the_first_page(client: Client, make_player: MakePlayer, book: Book, before: str) -> None:
    client.force_login(anna := make_player("anna"))
    queue(anna, "1")

    assert len(client.get("/messages/", {"before": before}).context["rows"]) == 1


def test_detail_shows_what_was_sent_to_me_only(client: Client, make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna, berta = make_player("anna"), make_player("berta")
    row = queue(anna, "g1")
    deliver_due(NOON)

    client.force_login(anna)
    assert b"It is g1." in client.get(f"/messages/{row.pk}/").content
    client.force_login(berta)
    assert client.get(f"/messages/{row.pk}/").status_code == 404


def test_detail_says_why_a_mail_bounced_but_not_what_crashed(client: Client, make_player: MakePlayer, book: Book) -> None:
    anna = make_player("anna")
    bounced = queue(anna, "1", state="bounced", error="550 No such user")
    dead = queue(anna, "2", state="dead", error="KeyError in /srv/secret.py")
    client.force_login(anna)

    assert b"550 No such user" in client.get(f"/messages/{bounced.pk}/").content
    assert b"KeyError" not in client.get(f"/messages/{dead.pk}/").content


def test_test_message_is_sent_to_me(client: Client, make_player: MakePlayer, sink: Sink) -> None:
    anna = make_player("anna")
    Suppression.objects.create(address="anna@example.org", until=NOON.replace(year=2099))
    client.force_login(anna)
    assert b"bounced" in client.get("/messages/").content

    answer = client.post("/messages/test/", follow=True)

    assert answer.redirect_chain == [("/messages/", 302)]
    assert b"bounced" not in answer.content
    assert deliver_due(Message.objects.get().not_before).sent == 1
    assert [mail["Subject"] for mail in sink.to("anna@example.org")] == ["Your test message"]


def test_test_message_twice_in_a_minute_is_one_and_five_are_enough(client: Client, make_player: MakePlayer) -> None:
    anna = make_player("anna")
    client.force_login(anna)
    client.post("/messages/test/")
    client.post("/messages/test/")
    assert Message.objects.count() in (1, 2)  # two when the minute changed in between

    for number in range(Message.objects.count(), PER_DAY):
        queue(anna, f"test:{number}", kind="test")
    page = client.post("/messages/test/", follow=True)
    assert Message.objects.count() == PER_DAY
    assert b"enough for one day" in page.content


@pytest.mark.parametrize("path", ["/messages/", "/messages/1/", "/messages/preferences/"])
def test_strangers_are_asked_to_sign_in(client: Client, db: None, path: str) -> None:
    answer = client.get(path)

    assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next={path}")


def test_test_message_needs_post(client: Client, make_player: MakePlayer) -> None:
    client.force_login(make_player("anna"))

    assert client.get("/messages/test/").status_code == 405
