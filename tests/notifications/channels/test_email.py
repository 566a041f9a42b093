"""Tests of the bytes of a mail, and that no text can inject a header."""

from __future__ import annotations

import unicodedata
from email import message_from_bytes, policy
from email.message import EmailMessage
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, strategies as st
from pytest_django import Settings

from notifications.channels.base import Refused
from notifications.channels.email.channel import build
from notifications.delivery.batches import Batch
from notifications.delivery.deliver import Delivered, deliver_due
from notifications.links import UNSUBSCRIBE
from notifications.mail.composed import Inline
from notifications.mail.mail import Mail
from notifications.sanitise import one_line
from tests.notifications.cast import NOON, Book, MakePlayer, queue
from tests.notifications.sink import Sink

PIXEL = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
OURS = {
    "Message-ID",
    "Date",
    "Auto-Submitted",
    "X-Auto-Response-Suppress",
    "X-Fate-Ref",
    "List-Id",
    "In-Reply-To",
    "References",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
}


def sent_mail(sink: Sink) -> EmailMessage:
    """Deliver, and return the one mail that arrived."""
    assert deliver_due(NOON).sent == 1
    (mail,) = sink.mails
    return mail


def test_headers_of_a_mail(make_player: MakePlayer, book: Book, sink: Sink, settings: Settings) -> None:
    settings.MAIL_DOMAIN, settings.SITE_URL = "fate.example", "https://fate.example"
    anna = make_player("anna")
    row = queue(anna, "g1:7", thread="QX7")

    mail = sent_mail(sink)

    row.refresh_from_db()
    assert row.message_id.endswith("@fate.example>")
    assert {name: mail[name] for name in OURS - {"List-Unsubscribe"}} == {
        "Message-ID": row.message_id,
        "Date": "Mon, 01 Mar 2027 12:00:00 +0000",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Fate-Ref": f"o{row.pk}",
        "List-Id": "<QX7.fate.example>",
        "In-Reply-To": "<thread-QX7@fate.example>",
        "References": "<thread-QX7@fate.example>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    start = "<https://fate.example/messages/unsubscribe/"
    link = "".join(str(mail["List-Unsubscribe"]).split())
    assert link.startswith(start)
    assert UNSUBSCRIBE.read(link.removeprefix(start).removesuffix("/>")) == {"player": anna.pk, "channel": "email", "kinds": ["turn"]}
    assert {name for name in mail.keys() if mail.get_all(name) != [mail[name]]} == set()  # noqa: SIM118


def test_headers_of_a_mail_nobody_can_switch_off_and_without_thread(make_player: MakePlayer, sink: Sink) -> None:
    queue(make_player("anna"), "test", kind="test")

    mail = sent_mail(sink)
    assert {name for name in OURS if mail[name] is None} == {"In-Reply-To", "References", "List-Unsubscribe", "List-Unsubscribe-Post"}
    assert mail["List-Id"] == "<test.localhost.localdomain>"


def test_kind_may_add_headers_but_not_replace_ours(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    book.extra["headers"] = {"Reply-To": "play+abc@example.org", "list-id": "<mine>", "BCC": "spy@example.org"}
    queue(make_player("anna"), "g1", thread="g1")

    mail = sent_mail(sink)
    assert (mail["Reply-To"], mail["List-Id"], mail["Bcc"]) == ("play+abc@example.org", "<g1.localhost.localdomain>", None)


def test_pictures_belong_to_the_html(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    book.extra |= {"html": '<img src="cid:table-g1" alt="The table">', "attachments": (Inline("table-g1", "image/png", PIXEL),)}
    row = queue(make_player("anna"), "g1")

    mail = sent_mail(sink)
    assert mail.get_content_type() == "multipart/related"
    text_and_html, picture = mail.iter_parts()
    assert [part.get_content_type() for part in text_and_html.iter_parts()] == ["text/plain", "text/html"]
    assert (picture["Content-ID"], picture.get_content_disposition(), picture.get_content()) == ("<table-g1>", "inline", PIXEL)
    row.refresh_from_db()
    assert "cid:table-g1" in row.html


def test_pictures_stand_in_the_kept_html_of_the_development_mailbox(make_player: MakePlayer, book: Book, settings: Settings) -> None:
    settings.FATE_MAILBOX = True
    book.extra |= {"html": '<img src="cid:t" alt="The table">', "attachments": (Inline("t", "image/png", PIXEL),)}
    row = queue(make_player("anna"), "g1")

    assert deliver_due(NOON) == Delivered(found=1, sent=1)
    row.refresh_from_db()
    assert 'src="data:image/png;base64,iVBORw0KGgo' in row.html


@pytest.mark.parametrize("cid", ["", "a b", "a\r\nb", "<a>", "a" * 61])
def test_picture_id_that_no_header_survives_is_refused(cid: str) -> None:
    with pytest.raises(ValueError, match="may only have letters, digits and hyphens"):
        Inline(cid, "image/png", PIXEL)


def test_html_keeps_the_dark_mode_and_has_its_colours_inline(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    queue(make_player("anna"), "g1")

    html = sent_mail(sink).get_body(("html",)).get_content()  # type: ignore[union-attr]
    assert "@media (prefers-color-scheme: dark)" in html
    assert '<body style="' in html


def test_recipient_without_a_real_address_bounces(make_player: MakePlayer, book: Book, sink: Sink) -> None:
    row = queue(make_player("anna"), "g1")
    row.recipient.email = "anna@example.org\nBcc: spy@example.org"
    row.recipient.save()

    assert deliver_due(NOON) == Delivered(found=1, bounced=1)
    assert sink.mails == []


def build_with(**fields: Any) -> EmailMessage:
    """A built message, parsed from its bytes as a mail program does."""
    recipient = SimpleNamespace(email="anna@example.org", language="en", zone="UTC")
    row = SimpleNamespace(pk=1, kind="turn", recipient=recipient, request_id="")
    mail = Mail(**({"subject": "s", "text": "t", "html": "", "attachments": (), "headers": {}, "thread": "", "unsubscribe": ""} | fields))
    message = build(Batch((row,), "<o1.x@example.org>"), mail, NOON)  # type: ignore[arg-type]
    return message_from_bytes(message.message().as_bytes(), policy=policy.default)


ANY_TEXT = st.text(st.characters(codec=None), max_size=300)


@given(subject=ANY_TEXT, thread=ANY_TEXT, header=ANY_TEXT)
def test_no_text_breaks_out_of_its_header(subject: str, thread: str, header: str) -> None:
    plain = build_with(subject="s", thread="t", headers={"X-Note": "x"})
    mail = build_with(subject=subject, thread=thread, headers={"X-Note": header})

    assert set(mail.keys()) - {"In-Reply-To", "References"} == set(plain.keys()) - {"In-Reply-To", "References"}
    assert mail.get_content() == "t"
    said = str(mail["Subject"])
    assert len(said) <= 120
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in said)


@pytest.mark.parametrize("evil", ["a\r\nBcc: x@y.z", "a\u2028Bcc: x@y.z", "a\x85b\x0bc\x00", "\u202emoc.live", "\ud800"])
def test_evil_subjects_become_one_line(evil: str) -> None:
    mail = build_with(subject=evil)

    assert (mail["Bcc"], "\n" in str(mail["Subject"])) == (None, False)
    assert "\u202e" not in str(mail["Subject"])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The Diplomat comes to town", "The Diplomat comes…"),
        ("The Diplomat comes, then to", "The Diplomat comes…"),
        ("A Donaudampfschifffahrtsgesellschaft", "A Donaudampfschifff…"),
        ("Twenty-one letters, 2", "Twenty-one letters…"),
        ("Twenty letters, yes.", "Twenty letters, yes."),
    ],
)
def test_long_line_ends_after_a_whole_word(text: str, shown: str) -> None:
    assert one_line(text, 20) == shown


@pytest.mark.parametrize("address", [None, "ann@ex\u202eample.org"])
def test_build_refuses_a_recipient_without_address(address: str | None) -> None:
    row = SimpleNamespace(pk=1, kind="turn", recipient=SimpleNamespace(email=address), request_id="")
    mail = Mail("s", "t", "", (), {}, "", "")

    with pytest.raises(Refused, match="no valid email address") as refused:
        build(Batch((row,), "<o1.x@example.org>"), mail, NOON)  # type: ignore[arg-type]
    assert (refused.value.permanent, refused.value.suppress) == (True, False)
