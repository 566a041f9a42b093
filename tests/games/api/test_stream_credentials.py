"""Tests of streams: they end with their token or session, and an id of the future begins a new one."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.test import Client
from django.utils import timezone

from games.api.streams import application, hub
from games.models import Player
from games.queries.tables.stream_state import SLACK
from games.services.people import api_tokens
from notifications.clock import database_now
from tests.fateapp.edge.echo import in_a_loop
from tests.games.conftest import NOON, person, start

pytestmark = pytest.mark.django_db(transaction=True)


def opened(name: str, value: str) -> hub.Stream:
    """A stream that a request with this header opens."""
    scope = {"type": "http", "method": "GET", "path": application.PATH, "query_string": b"", "headers": [(name.encode(), value.encode())]}
    player, token, session = application._who(ASGIRequest(scope, io.BytesIO()))
    return hub.Stream(player, token, session=session)


def closed(stream: hub.Stream) -> bool:
    """Whether the next check of all credentials closes the stream."""

    async def checked() -> bool:
        own = hub.Hub()
        own.streams[stream.player].add(stream)
        await own._check_credentials()
        await hub.in_database(connections.close_all)
        return stream.closed

    return in_a_loop(checked())


def sign_out(browser: Client, _player: Player) -> None:
    browser.logout()


def sign_in_as_another(browser: Client, _player: Player) -> None:
    browser.force_login(person("bob"))


def shut_out(_browser: Client, player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(is_active=False)


@pytest.mark.parametrize("how", [sign_out, sign_in_as_another, shut_out])
def test_stream_of_a_session_ends_with_it(how: Callable[[Client, Player], None]) -> None:
    alice, browser = person("alice"), Client()
    browser.force_login(alice)
    stream = opened("cookie", f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}")
    assert not closed(stream)
    how(browser, alice)
    assert closed(stream)


def test_stream_of_a_token_ends_with_it() -> None:
    alice = person("alice")
    token, key = api_tokens.make(alice, "short", ["game:read"], now=timezone.now())
    stream = opened("authorization", f"Bearer {key}")
    assert not closed(stream)
    api_tokens.revoke(alice, token.pk)
    assert closed(stream)


def test_an_id_of_the_future_begins_a_new_stream_with_all_running_games() -> None:
    alice = person("alice")
    game = start(alice, person("bob"), now=NOON)
    first, since, _moment = application._standings(alice.pk, database_now() + timedelta(hours=1))
    assert (list(first), since) == ([game.code], None)
    near = database_now() + SLACK / 2
    assert application._standings(alice.pk, near)[:2] == ({}, near)
