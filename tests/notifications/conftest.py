"""Fixtures of the tests of this app: players, kinds of messages, and a mail server."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from pytest_django import Settings

from notifications import kinds, selftest
from notifications.channels.webhook import channel
from notifications.kinds import Kind
from tests.notifications.cast import Book, MakePlayer
from tests.notifications.receiver import Receiver
from tests.notifications.sink import Sink


@pytest.fixture
def make_player(db: None) -> MakePlayer:
    """Creates players: `make_player("anna")` has the address anna@example.org."""

    def make(name: str, **fields: Any) -> Any:
        return get_user_model().objects.create_user(email=f"{name}@example.org", name=name, **fields)

    return make


@pytest.fixture
def book(monkeypatch: pytest.MonkeyPatch) -> Book:
    """The kinds in a test: `turn`, sent at once, `chat`, held to be coalesced, and those of the app."""
    made = Book()
    turn = Kind("turn", "Your turn", made.compose, coalescable=True)
    chat = Kind("chat", "Talk", made.compose, coalescable=True, mode="coalesced")
    monkeypatch.setattr(kinds, "_kinds", {kind.name: kind for kind in (turn, chat, selftest.KIND, *channel.KINDS)})
    return made


@pytest.fixture
def sink(settings: Settings) -> Iterator[Sink]:
    """A mail server that accepts all mails unless scripted otherwise, and a site that uses it."""
    with Sink() as running:
        settings.EMAIL_BACKEND = "notifications.channels.email.smtp.Backend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", running.port
        settings.EMAIL_TIMEOUT = 5
        settings.FATE_MAILBOX = False
        yield running


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """A web server on loopback, and a site with FATE_WEBHOOK_NETWORKS for it."""
    settings.FATE_WEBHOOK_NETWORKS = [ip_network("127.0.0.1/32")]
    with Receiver() as running:
        yield running
