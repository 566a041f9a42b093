"""Tests of the Atom feed of a public game: stable public entries without hidden information."""

from __future__ import annotations

import random
from typing import Any
from xml.etree import ElementTree

import orjson
import pytest
from django.test import Client

from games.models import Game, Player
from games.pages.history.atom import atom
from games.queries.tables.table import look_at
from games.render.reader import reader_for
from games.rules.contract import Position
from games.rules.game import Game as Rules
from games.rules.registry import all_games
from games.services.clocks.pace import per_move
from games.services.tables import lobby
from notifications.links import absolute
from tests.games.conftest import NOON, person, start
from tests.games.moves import move

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
every_game = pytest.mark.parametrize("book", list(all_games().values()), ids=lambda book: book.key)


def entries(client: Client, game: Game) -> list[ElementTree.Element]:
    answer = client.get(f"/g/{game.code}/feed.atom")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    return ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")


def ids(found: list[ElementTree.Element]) -> list[str]:
    return [entry.findtext(f"{ATOM}id", "") for entry in found]


def test_entries_keep_their_ids_and_new_ones_come_first(alice: Player, bob: Player, client: Client) -> None:
    game = start(alice, bob, visibility="public")
    move(game, story="The \ufffe moon < rose & fell.")
    before = entries(client, game)
    assert "The  moon &lt; rose &amp; fell." in before[0].findtext(f"{ATOM}summary", "")
    for _move in range(3):
        move(game)
    after = entries(client, game)
    assert ids(after)[-len(before) :] == ids(before)
    assert len(set(ids(after))) == len(after) > len(before)
    assert {one.rpartition("#")[0] for one in ids(after)} == {absolute(f"/g/{game.code}/")}


def test_private_and_unknown_games_have_no_feed_for_anybody(alice: Player, bob: Player, client: Client) -> None:
    game = start(alice, bob)
    client.force_login(alice)
    assert [client.get(f"/g/{code}/feed.atom").status_code for code in (game.code, "nosuchgame")] == [404, 404]
    assert b"feed.atom" not in client.get(f"/g/{game.code}/").content


def test_public_table_points_to_its_feed(alice: Player, bob: Player, client: Client) -> None:
    game = start(alice, bob, visibility="public")
    assert b'type="application/atom+xml"' in client.get(f"/g/{game.code}/").content


def test_feed_before_the_first_move_is_as_old_as_the_table(alice: Player, client: Client) -> None:
    game = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=per_move(3600), visibility="public")
    path = f"/g/{game.code}/feed.atom"
    first = client.get(path)
    assert b"2026-03-02T12:00:00+00:00" in first.content
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_feed_is_never_made_through_a_seats_eyes(alice: Player, bob: Player) -> None:
    game = start(alice, bob, visibility="public")
    with pytest.raises(ValueError, match="what spectators see"):
        atom(look_at(game.code, alice), reader_for([], "en"), "en", str)


@every_game
def test_feed_of_a_game_and_of_its_redeal_are_equal_for_everybody(book: Rules[Any]) -> None:
    players = [person(f"seat{index}") for index in range(book.seats[0])]
    game = start(*players, rules=book.key, visibility="public")
    rng = random.Random(5)
    for _move in range(6):
        move(game, rng=rng)
    game.refresh_from_db()
    here = Position.from_json(orjson.loads(game.position))
    clients = [Client() for _player in players]
    for player, client in zip(players, clients, strict=True):
        client.force_login(player)
    there = [book.redeal(here, seat, rng) for seat in (None, *range(len(players)))]
    assert any(other.table != here.table for other in there), "nothing was redealt: this test proved nothing"
    feeds = set()
    for position in (here, *there):
        Game.objects.filter(pk=game.pk).update(position=orjson.dumps(position.to_json()).decode())
        for client in (Client(), *clients):
            answer = client.get(f"/g/{game.code}/feed.atom")
            feeds.add((answer.status_code, answer.content, answer["ETag"]))
    assert len(feeds) == 1
