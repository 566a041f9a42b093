"""Tests of pub/sub: a move reaches open streams at once, without waiting for the next poll of the database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
import redis
from celery import current_app
from django.db import connections
from django.utils import timezone

from fateapp import service_urls
from games.api.streams import hub
from games.models import Game, Player
from games.queries.tables import stream_state
from notifications.broker import pubsub
from tests.fateapp.edge.echo import in_a_loop
from tests.games.conftest import person, start
from tests.games.moves import move, play_out

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def valkey(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[redis.Redis]:
    monkeypatch.setattr(pubsub, "_backoff_until", 0.0)
    monkeypatch.setattr(current_app.conf, "broker_url", service_urls.broker(redis_url))
    monkeypatch.setattr(hub, "POLL", 3600.0)
    with redis.Redis.from_url(redis_url) as client:
        yield client


@pytest.mark.parametrize("whole_game", [False, True])
def test_stream_hears_of_a_move_without_waiting_for_the_next_look(valkey: redis.Redis, whole_game: bool) -> None:
    alice, bob = person("alice"), person("bob")
    game = start(alice, bob, now=timezone.now())
    told = in_a_loop(_told(valkey, bob, game, whole_game))
    assert told.game == game.code
    assert told.status == ("finished" if whole_game else "active")


def test_who_opens_a_stream_after_a_game_has_ended_hears_nothing_of_it() -> None:
    alice, bob = person("alice"), person("bob")
    game = start(alice, bob, now=timezone.now())
    play_out(game, now=timezone.now())

    async def heard() -> bool:
        own = hub.Hub()
        stream = hub.Stream(bob.pk, None)
        own.streams[bob.pk].add(stream)
        own._hinted.add(game.code)
        await own._look_at_hinted()
        await hub.in_database(connections.close_all)
        return stream.something.is_set()

    assert in_a_loop(heard()) is False


async def _told(valkey: redis.Redis, player: Player, game: Game, whole_game: bool) -> stream_state.Standing:
    """The state that this person's stream sends after a move, or after the end of the game."""
    own, stream = hub.Hub(), hub.Stream(player.pk, None)
    own.join(stream)
    channel = pubsub._channel(current_app.conf.broker_url)
    while not dict(valkey.pubsub_numsub(channel))[channel.encode()]:
        await asyncio.sleep(0.01)
    stream.begin(await hub.in_database(lambda: stream_state.running([player.pk])[player.pk]))
    await hub.in_database(lambda: (play_out if whole_game else move)(game, now=timezone.now()))
    while True:
        await asyncio.wait_for(stream.something.wait(), 60)
        (standing,) = stream.take()
        if not whole_game or standing.status != "active":
            break
    own.leave(stream)
    await hub.in_database(connections.close_all)
    return standing
