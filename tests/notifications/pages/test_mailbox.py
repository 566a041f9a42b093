"""Tests of access to the development mailbox."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from notifications.models import Message, StrayMail
from tests.notifications.cast import Book, MakePlayer, queue

ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}
PROXIED = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "192.0.2.7"}


@pytest.fixture(autouse=True)
def mailbox(settings: Settings) -> None:
    """A site without SMTP, which keeps mails in the development mailbox."""
    settings.FATE_MAILBOX = True


@pytest.fixture
def mail(make_player: MakePlayer, book: Book) -> Message:
    """A mail to anna."""
    return queue(make_player("anna"), "g1", state="sent", subject="News", text="Your hand: 7S", html="<p>Your hand</p><script>x</script>")


@pytest.fixture
def code(db: None) -> StrayMail:
    """A mail with a sign-in code."""
    return StrayMail.objects.create(to="berta@example.org", subject="Your code", text="4711", html="<b>4711</b>")


def status(client: Client, path: str, **where: str) -> int:
    """The status of a GET from this address."""
    return client.get(path, **where).status_code  # type: ignore[arg-type]


def test_with_smtp_there_is_no_mailbox(client: Client, mail: Message, code: StrayMail, settings: Settings) -> None:
    settings.FATE_MAILBOX = False
    mail.recipient.is_staff = True
    mail.recipient.save()
    client.force_login(mail.recipient)
    paths = [f"/dev/mail/{part}" for part in ("", f"{mail.pk}/", f"{mail.pk}/html/", f"site/{code.pk}/", f"site/{code.pk}/html/")]

    assert [status(client, path) for path in paths] == [404] * 5


def test_at_the_machine_anybody_reads_sign_in_codes_but_no_messages(client: Client, mail: Message, code: StrayMail) -> None:
    page = client.get("/dev/mail/")

    assert (page.status_code, list(page.context["strays"]), page.context["mails"]) == (200, [code], [])
    assert b"4711" in client.get(f"/dev/mail/site/{code.pk}/").content
    assert [status(client, f"/dev/mail/{mail.pk}/"), status(client, f"/dev/mail/{mail.pk}/html/")] == [404, 404]


@pytest.mark.parametrize(
    "where", [ELSEWHERE, PROXIED, {"REMOTE_ADDR": ""}, {"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=192.0.2.7"}]
)
def test_elsewhere_strangers_are_asked_to_sign_in(client: Client, code: StrayMail, where: dict[str, str]) -> None:
    for path in ("/dev/mail/", f"/dev/mail/site/{code.pk}/", f"/dev/mail/site/{code.pk}/html/"):
        assert status(client, path, **where) == 302


def test_elsewhere_people_read_their_own_messages_only(client: Client, make_player: MakePlayer, mail: Message, code: StrayMail) -> None:
    client.force_login(make_player("berta"))
    assert client.get("/dev/mail/", **ELSEWHERE).context["mails"] == []  # type: ignore[arg-type]
    assert [status(client, path, **ELSEWHERE) for path in (f"/dev/mail/{mail.pk}/", f"/dev/mail/site/{code.pk}/")] == [404, 404]

    client.force_login(mail.recipient)
    assert client.get("/dev/mail/", **ELSEWHERE).context["mails"] == [mail]  # type: ignore[arg-type]
    assert b"Your hand: 7S" in client.get(f"/dev/mail/{mail.pk}/", **ELSEWHERE).content  # type: ignore[arg-type]


def test_staff_read_everything(client: Client, make_player: MakePlayer, mail: Message, code: StrayMail) -> None:
    client.force_login(make_player("chief", is_staff=True))

    page = client.get("/dev/mail/", **ELSEWHERE)  # type: ignore[arg-type]
    assert (list(page.context["strays"]), page.context["mails"]) == ([code], [mail])


def test_html_can_run_load_and_reach_nothing(client: Client, mail: Message) -> None:
    client.force_login(mail.recipient)
    page = client.get(f"/dev/mail/{mail.pk}/")
    assert b"<iframe" in page.content
    assert b"<script>x" not in page.content
    assert "frame-src 'self'" in page["Content-Security-Policy"]

    html = client.get(f"/dev/mail/{mail.pk}/html/")
    assert (
        html["Content-Security-Policy"] == "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
    )
    assert (html["X-Frame-Options"], html.content) == ("SAMEORIGIN", mail.html.encode())


@pytest.mark.parametrize("count", [1, 3])
def test_list_needs_the_same_queries_for_any_number(
    client: Client, make_player: MakePlayer, count: int, book: Book, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        queue(make_player(f"player{number}"), "g1", state="sent", subject="News", text="x")
        StrayMail.objects.create(to="x@example.org", subject="Code", text="y")
    client.force_login(make_player("chief", is_staff=True))

    with django_assert_num_queries(4):  # session, person, messages with recipients, stray mails
        assert len(client.get("/dev/mail/").context["mails"]) == count


def test_messages_sent_together_are_listed_as_one_mail(client: Client, make_player: MakePlayer, book: Book) -> None:
    anna, bert = make_player("anna"), make_player("bert")
    began, turn = (
        queue(anna, key, state="sent", subject="Your turn", text="x", message_id="<1@fate.example>") for key in ("began", "turn")
    )
    alone = [queue(anna, key, state="sent", subject="News", text="x") for key in ("one", "two")]
    queue(bert, "turn", state="sent", subject="Your turn", text="x", message_id="<1@fate.example>")
    client.force_login(anna)
    assert began.pk < turn.pk
    assert [mail.pk for mail in client.get("/dev/mail/").context["mails"]] == [alone[1].pk, alone[0].pk, turn.pk]
