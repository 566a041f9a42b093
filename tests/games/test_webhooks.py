"""Tests of webhooks of games: ids and places, never hidden cards; a followed table reports every change and nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import orjson
import pytest
from pytest_django import Settings

from games.models import Game, Player
from games.rules.contract import Position
from games.rules.game import Game as Rules
from games.rules.registry import all_games
from games.services.people import erasure
from notifications.channels.webhook import service
from notifications.channels.webhook.service import BadWebhook
from notifications.delivery.deliver import deliver_due
from notifications.lanes.round import call_due
from notifications.models import Message, Webhook
from tests.games.conftest import NOON, person, start
from tests.games.moves import move, play_out
from tests.notifications.receiver import Receiver

LATER = NOON + timedelta(days=1)


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """A web server on loopback, and a site that allows calls to it."""
    settings.FATE_WEBHOOK_NETWORKS = [ip_network("127.0.0.1/32")]
    with Receiver() as running:
        yield running


def told(receiver: Receiver, path: str = "/") -> list[dict[str, Any]]:
    """Deliver everything due; returns the bodies of the calls to a path."""
    while deliver_due(LATER).found or call_due(LATER).found:
        continue
    return [json.loads(call.body) for call in receiver.calls if call.path == path]


def test_my_turn_is_a_call_with_ids_and_a_link(alice: Player, bob: Player, receiver: Receiver) -> None:
    service.create(alice, receiver.url(), ["your_turn"])
    game = start(alice, bob)
    seat = game.seats.get(player=alice)

    (call,) = told(receiver)

    link = f"http://127.0.0.1:8000/g/{game.code}/"
    assert call["type"] == "your_turn"
    assert call["data"].pop("title").startswith("Your turn · ")
    assert call["data"] == {"game": game.code, "seat": seat.index, "nth": seat.nth, "link": link}, "no link that signs somebody in"


def test_a_followed_table_tells_every_change_once(alice: Player, bob: Player, carol: Player, receiver: Receiver) -> None:
    game = start(alice, bob, visibility="public")
    service.create(carol, receiver.url(), about=game.code)
    lengths = []
    for _turn in range(3):
        move(game)
        game.refresh_from_db()
        lengths.append(game.seq)

    calls = told(receiver)

    assert [call["type"] for call in calls] == ["table_changed"] * len(set(lengths))
    title = "Turn of Fate with alice, bob"
    assert [call["data"] for call in calls] == [
        {"game": game.code, "seq": seq, "title": title, "link": f"http://127.0.0.1:8000/g/{game.code}/"} for seq in sorted(set(lengths))
    ]


@pytest.mark.parametrize("book", list(all_games().values()), ids=lambda book: book.key)
def test_calls_of_a_whole_game_are_those_of_its_log(book: Rules[Any], db: None) -> None:
    """A sealed answer causes no call: calls exist only for lengths of the log that everybody can see."""
    players = [person(f"player{number}") for number in range(book.seats[0])]
    game = start(*players, rules=book.key)
    webhook, _secret = service.create(players[1], "https://example.org/", about=game.code)
    play_out(game)

    rows = Message.objects.filter(channel=webhook.channel)
    visible = {seq + 1 for seq in game.moves.values_list("seq", flat=True)}
    assert rows.count() > 3
    assert {row.payload["seq"] for row in rows} <= visible
    assert all(set(row.payload) == {"game", "seq"} for row in rows)


def test_a_private_table_cannot_be_followed_by_strangers(alice: Player, bob: Player, carol: Player, receiver: Receiver) -> None:
    game = start(alice, bob)
    with pytest.raises(BadWebhook) as refusal:
        service.create(carol, receiver.url(), about=game.code)
    assert refusal.value.code == "no_such_thread"
    with pytest.raises(BadWebhook) as same:
        service.create(carol, receiver.url(), about="no-such-one")
    assert str(same.value) == str(refusal.value)


def test_who_may_no_longer_see_the_table_is_told_nothing_more(alice: Player, bob: Player, carol: Player, receiver: Receiver) -> None:
    game = start(alice, bob, visibility="public")
    service.create(carol, receiver.url(), about=game.code)
    move(game)
    Game.objects.filter(pk=game.pk).update(visibility="private")

    assert told(receiver) == []
    assert set(Message.objects.filter(recipient=carol).values_list("state", flat=True)) == {"superseded"}


@pytest.mark.parametrize("book", list(all_games().values()), ids=lambda book: book.key)
def test_calls_are_the_same_whatever_the_others_hold(book: Rules[Any], db: None, receiver: Receiver) -> None:
    """A position and its redeal for the owner give the same bytes."""
    players = [person(f"player{number}") for number in range(book.seats[0])]
    game = start(*players, rules=book.key)
    rng, owner = random.Random(5), game.seats.get(pending=True, index=game.waiting[0]).player
    assert owner is not None
    mine = game.seats.get(player=owner)
    service.create(owner, receiver.url(), ["your_turn"])
    here = Position.from_json(orjson.loads(game.position))
    there = next(other for other in (book.redeal(here, mine.index, rng) for _try in range(20)) if other.table != here.table)
    bodies = []
    for position in (here, there):
        Game.objects.filter(pk=game.pk).update(position=orjson.dumps(position.to_json()).decode())
        Message.objects.filter(recipient=owner).update(state="queued", not_before=NOON, attempts=0)
        told(receiver)
        bodies.append(receiver.calls[-1].body)

    assert len(receiver.calls) == 2
    assert bodies[0] == bodies[1]


def test_a_forgotten_person_has_no_webhooks(alice: Player, receiver: Receiver) -> None:
    service.create(alice, receiver.url(), ["your_turn"])
    erasure.erase(alice, now=NOON)

    assert not Webhook.objects.exists()
