"""Tests of unsubscribing: a POST takes effect at once and without cookies, opening the link has no effect."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client

from notifications.delivery.deliver import Delivered, deliver_due
from notifications.links import UNSUBSCRIBE, Purpose
from notifications.models import Message, Preference, Rhythm, StrayMail, Suppression
from tests.notifications.cast import NOON, Book, MakePlayer, queue
from tests.notifications.sink import Sink


@pytest.fixture
def strict_client() -> Client:
    """A client that checks CSRF tokens and has no cookies, like the server of a mail provider."""
    return Client(enforce_csrf_checks=True)


def link_in_mail(sink: Sink) -> str:
    """The path of the one-click URL in the last mail that has one."""
    mail = next(mail for mail in reversed(sink.mails) if mail["List-Unsubscribe"])
    header = "".join(str(mail["List-Unsubscribe"]).split())
    return urlsplit(header.strip("<>")).path


def test_one_click_switches_off_what_the_mail_names_and_nothing_else(
    strict_client: Client, make_player: MakePlayer, book: Book, sink: Sink
) -> None:
    anna = make_player("anna")
    queue(anna, "g1")
    deliver_due(NOON)

    for _again in range(2):
        assert strict_client.post(link_in_mail(sink), {"List-Unsubscribe": "One-Click"}).status_code == 200

    assert list(Preference.objects.values_list("player", "kind", "channel", "enabled")) == [(anna.pk, "turn", "email", False)]
    queue(anna, "g2")
    queue(anna, "t", kind="test")
    assert deliver_due(NOON) == Delivered(found=2, sent=1, superseded=1)


def test_one_click_of_a_shared_mail_switches_off_all_its_kinds(
    strict_client: Client, make_player: MakePlayer, book: Book, sink: Sink
) -> None:
    anna = make_player("anna")
    queue(anna, "g1", kind="chat", held="coalesced")
    queue(anna, "g2", kind="turn", held="coalesced")
    assert deliver_due(NOON).sent == 2

    strict_client.post(link_in_mail(sink))
    assert set(Preference.objects.values_list("kind", "enabled")) == {("turn", False), ("chat", False)}


def test_unsubscribe_keeps_the_rhythm_somebody_chose(strict_client: Client, make_player: MakePlayer, book: Book) -> None:
    anna = make_player("anna")
    Preference.objects.create(player=anna, kind="turn", channel="email", mode="daily")

    strict_client.post(f"/messages/unsubscribe/{UNSUBSCRIBE.sign({'player': anna.pk, 'channel': 'email', 'kinds': ['turn']})}/")
    assert list(Preference.objects.values_list("enabled", "mode")) == [(False, "daily")]


@pytest.mark.parametrize("method", ["get", "head"])
def test_opening_the_link_changes_nothing(strict_client: Client, make_player: MakePlayer, book: Book, sink: Sink, method: str) -> None:
    queue(make_player("anna"), "g1")
    deliver_due(NOON)

    for _again in range(3):
        answer = getattr(strict_client, method)(link_in_mail(sink))
        assert (answer.status_code, "session" in answer.cookies) == (200, False)
    assert Preference.objects.count() == 0


def test_opening_the_link_shows_a_button(strict_client: Client, make_player: MakePlayer, book: Book, sink: Sink) -> None:
    queue(make_player("anna"), "g1")
    deliver_due(NOON)

    page = strict_client.get(link_in_mail(sink))
    assert b'method="post"><button' in page.content
    assert b"<li>Your turn</li>" in page.content
    assert "no-store" in page["Cache-Control"]


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(
    "token", ["x", "a:b:c", Purpose("turn", UNSUBSCRIBE.lifetime).sign({"player": 1, "channel": "email", "kinds": ["turn"]})]
)
def test_other_tokens_are_refused(strict_client: Client, db: None, method: str, token: str) -> None:
    answer = getattr(strict_client, method)(f"/messages/unsubscribe/{token}/")

    assert (answer.status_code, Preference.objects.count()) == (404, 0)


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options"])
def test_other_methods_are_refused(strict_client: Client, db: None, method: str) -> None:
    assert getattr(strict_client, method)("/messages/unsubscribe/x/").status_code == 405


def test_no_link_in_a_mail_does_anything_by_being_opened(client: Client, make_player: MakePlayer, book: Book, sink: Sink) -> None:
    anna = make_player("anna")
    queue(anna, "g1")
    queue(anna, "t", kind="test")
    deliver_due(NOON)
    before = everything()

    texts = [str(part.get_content()) for mail in sink.mails for part in mail.walk() if part.get_content_maintype() == "text"]
    links = {urlsplit(link).path for text in texts for link in re.findall(r"https?://[^\s\"'<>]+", text)} | {link_in_mail(sink)}
    assert len(links) == 3  # the site, the preferences, the one-click address
    for path in sorted(links) * 3:
        assert client.get(path).status_code in (200, 302)
        assert client.head(path).status_code in (200, 302)
    client.force_login(anna)
    for path in sorted(links):
        client.get(path)

    assert everything() == before


def everything() -> list[list[tuple[object, ...]]]:
    """All rows of this app."""
    return [list(model.objects.order_by("pk").values_list()) for model in (Message, Preference, Rhythm, StrayMail, Suppression)]
