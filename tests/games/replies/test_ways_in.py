"""Tests of other ways to receive mail: a mailbox read by IMAP, and webhooks of providers, each with its own signature."""

from __future__ import annotations

import base64
import hashlib
import hmac
import imaplib
import json
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from games.models import Game, Move, Player
from notifications.clock import database_now
from notifications.inbound import store, worker
from notifications.inbound.poll import poll
from notifications.models import InboundMail
from tests.games.moves import asked
from tests.games.replies.mailing import facts, newest, post, raw_reply
from tests.notifications.inbound.imap_server import Box

pytestmark = pytest.mark.django_db
KEY = "a key that the provider knows"


@pytest.fixture
def player(game: Game) -> Player:
    """The player who is asked, with the turn mail received."""
    who = asked(game).player
    assert who is not None
    post()
    return who


@pytest.fixture
def reply(player: Player) -> bytes:
    """The reply as passed on by the mail server."""
    return raw_reply(str(player.email), newest(player, "your_turn").reply_to, "1", message_id="<a@example.org>")


@pytest.fixture
def box(reply: bytes) -> Iterator[Box]:
    """A mailbox with the reply, an unrelated mail, and an oversized one."""
    with Box(
        {4: b"To: somebody@example.net\r\nMessage-ID: <x@y.example>\r\n\r\nHello\r\n", 7: reply, 9: b"x" * (store.LARGEST + 1)}
    ) as made:
        yield made


def url(box: Box) -> str:
    return f"imap://fate:se%20cret@127.0.0.1:{box.port}/INBOX"


def test_mailbox_is_read_once_and_marked(game: Game, box: Box, settings: Settings) -> None:
    settings.FATE_MAILIN_IMAP_URL = url(box)
    for found in ("new replies: 1", "new replies: 0"):
        output = StringIO()
        call_command("mailpoll", stdout=output)
        assert found in output.getvalue()
    assert box.seen == {4, 7, 9}
    assert not any("BODY" in command and " 9 " in command for command in box.asked), "the long one was fetched"
    worker.work_off(database_now)
    assert (InboundMail.objects.get().way, Move.objects.filter(game=game, source="mail").count()) == ("imap", 1)


@pytest.mark.parametrize("die_at", ["UID STORE 7", "UID FETCH 7 (BODY", "UID SEARCH"])
def test_connection_lost_between_fetching_and_marking_acts_once(game: Game, box: Box, die_at: str) -> None:
    box.die_at = die_at
    with pytest.raises((OSError, imaplib.IMAP4.error)):
        poll(url(box))
    assert 7 not in box.seen
    assert poll(url(box)) == (0 if die_at == "UID STORE 7" else 1)
    assert 7 in box.seen
    worker.work_off(database_now)
    assert Move.objects.filter(game=game, source="mail").count() == 1


def test_mailbox_that_lets_nobody_in_is_one_sentence(box: Box, settings: Settings) -> None:
    settings.FATE_MAILIN_IMAP_URL = url(box).replace("se%20cret", "wrong")
    with pytest.raises(CommandError, match="The mailbox cannot be read"):
        call_command("mailpoll")
    assert InboundMail.objects.count() == 0


# ---- providers ------------------------------------------------------------------------------------------------------


def mailgun(reply: bytes, to: str, key: str = KEY) -> tuple[dict[str, Any], dict[str, str]]:
    """The request of Mailgun for a route that forwards raw mails: the signature is one of the fields."""
    signed = {"timestamp": "1795000000", "token": "t" * 50}
    signature = hmac.new(key.encode(), (signed["timestamp"] + signed["token"]).encode(), hashlib.sha256).hexdigest()
    fields = {"recipient": to, "sender": "a@b.example", "body-mime": reply.decode(), "signature": signature, **signed}
    return {"data": fields}, {}


def mailersend(reply: bytes, to: str, key: str = KEY) -> tuple[dict[str, Any], dict[str, str]]:
    """The request of MailerSend: JSON, with the signature of the whole body in a header."""
    data = {"raw": reply.decode(), "sender": {"email": "a@b.example"}, "recipients": {"rcptTo": [{"email": to}]}}
    body = json.dumps({"type": "inbound.message", "data": data}).encode()
    signature = hmac.new(key.encode(), body, hashlib.sha256).hexdigest()
    return {"data": body, "content_type": "application/json"}, {"Signature": signature}


def mandrill(reply: bytes, to: str, key: str = KEY) -> tuple[dict[str, Any], dict[str, str]]:
    """The request of Mandrill: a form field with JSON, signed together with the address of the request."""
    message = {"raw_msg": reply.decode(), "email": to, "from_email": "a@b.example", "to": [[to, None]]}
    events = json.dumps([{"event": "inbound", "ts": 1795000000, "msg": message}])
    signed = "http://testserver/mail/hook/mandrill/mandrill_events" + events
    signature = base64.b64encode(hmac.new(key.encode(), signed.encode(), hashlib.sha1).digest()).decode()
    return {"data": {"mandrill_events": events}}, {"X-Mandrill-Signature": signature}


def postmark(reply: bytes, to: str, key: str = KEY) -> tuple[dict[str, Any], dict[str, str]]:
    """The request of Postmark with "raw email" switched on: no signature, but a name and a password."""
    secret = base64.b64encode(f"name:{key}".encode()).decode()
    headers = [{"Name": "Message-ID", "Value": "<a@example.org>"}]
    body = json.dumps({"RawEmail": reply.decode(), "OriginalRecipient": to, "Headers": headers, "From": "a@b.example", "Attachments": []})
    return {"data": body, "content_type": "application/json"}, {"Authorization": f"Basic {secret}"}


providers = pytest.mark.parametrize("provider", [mailgun, mailersend, mandrill, postmark], ids=lambda provider: provider.__name__)


@pytest.fixture
def configured(settings: Settings) -> None:
    """All providers are configured."""
    settings.SITE_URL = "http://testserver"
    settings.FATE_MAILIN_PROVIDERS = {"mailgun": KEY, "mailersend": KEY, "mandrill": KEY, "postmark": ""}
    settings.FATE_MAILIN_WEBHOOK_SECRET = ""


def deliver(provider: Any, reply: bytes, player: Player, key: str = KEY) -> int:
    to = newest(player, "your_turn").reply_to
    how, headers = provider(reply, to, key)
    return Client().post(f"/mail/hook/{provider.__name__}/", headers=headers, **how).status_code


@providers
def test_post_of_a_provider_is_kept_once_and_plays(
    provider: Any, game: Game, player: Player, reply: bytes, configured: None, settings: Settings
) -> None:
    if provider is postmark:
        settings.FATE_MAILIN_WEBHOOK_SECRET = f"name:{KEY}"
    assert [deliver(provider, reply, player) for _time in range(2)] == [200, 200]
    assert InboundMail.objects.get().way == "webhook"
    worker.work_off(database_now)
    assert Move.objects.filter(game=game, source="mail").count() == 1


@providers
def test_wrong_signature_or_password_keeps_nothing(
    provider: Any, game: Game, player: Player, reply: bytes, configured: None, settings: Settings
) -> None:
    if provider is postmark:
        settings.FATE_MAILIN_WEBHOOK_SECRET = f"name:{KEY}"
    before = facts(game)
    assert deliver(provider, reply, player, key="another key") == 400
    how, _headers = provider(reply, newest(player, "your_turn").reply_to)
    if provider is mailgun:
        how["data"].pop("signature")
    assert Client().post(f"/mail/hook/{provider.__name__}/", **how).status_code == 400
    assert (InboundMail.objects.count(), facts(game)) == (0, before)


@providers
def test_provider_that_is_not_configured_has_no_address(provider: Any, player: Player, reply: bytes, settings: Settings) -> None:
    settings.FATE_MAILIN_PROVIDERS = {}
    assert deliver(provider, reply, player) == 404
    settings.FATE_MAILIN_PROVIDERS = {"postmark": "", "mailgun": "", "mailersend": "", "mandrill": ""}  # neither keys nor a password
    assert deliver(provider, reply, player) == 404
