"""Tests of lists of games: the right rows in the right order, and the same number of queries for one row and for three."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.models import Game, Player
from games.queries.tables import lists
from games.services.absence import deputies
from games.services.clocks.pace import PRESETS, Pace, per_move
from games.services.tables import leaving, lobby
from notifications.clock import database_now
from tests.games.conftest import NOON, person, start

SMALL = "lone_star"


def tables(host: Player, count: int) -> list[Game]:
    return [lobby.create(host, SMALL, 3, now=NOON, pace=PRESETS["day"], visibility="public") for _ in range(count)]


@pytest.mark.parametrize("count", [1, 3])
def test_home_asks_the_same_number_of_queries(count: int, client: Client, alice: Player, django_assert_num_queries: Any) -> None:
    for number in range(count):
        start(alice, person(f"friend{number}"), rules=SMALL)
    tables(alice, count)
    client.force_login(alice)
    with django_assert_num_queries(4):  # session, person, all lists, the positions of running games
        page = client.get("/")
    assert page.content.decode().count("friend") >= count


@pytest.mark.parametrize("count", [1, 3])
def test_lobby_asks_the_same_number_of_queries(
    count: int, client: Client, alice: Player, bob: Player, django_assert_num_queries: Any
) -> None:
    tables(alice, count)
    for number in range(count):
        start(alice, person(f"friend{number}"), rules=SMALL, visibility="public")
    client.force_login(bob)
    with django_assert_num_queries(7):
        page = client.get("/lobby/")
    assert page.content.decode().count("2 free seats") == count


@pytest.mark.parametrize(
    "stored", ['{"table": {"sc', "[]", '{"table": {}, "since": [], "sealed": {}, "draws": 0}'], ids=["cut off", "a list", "without fields"]
)
def test_game_with_an_unreadable_position_is_listed_without_its_table(
    stored: str, client: Client, alice: Player, caplog: pytest.LogCaptureFixture
) -> None:
    games = [start(alice, person(f"friend{number}"), rules=SMALL, visibility="public") for number in range(2)]
    Game.objects.filter(pk=games[0].pk).update(position=stored)
    client.force_login(alice)
    for path in ("/", "/lobby/"):
        page = client.get(path)
        assert page.status_code == 200
    assert "friend0" in (home := client.get("/").content.decode())
    assert "friend1" in home
    assert f"position_unreadable: The stored position of game {games[0].code} cannot be read" in caplog.text
    assert games[1].code not in caplog.text


@pytest.mark.parametrize("seats", [2, 5])
def test_table_asks_the_same_number_of_queries(seats: int, client: Client, alice: Player, django_assert_num_queries: Any) -> None:
    game = start(alice, *(person(f"friend{number}") for number in range(1, seats)), rules=SMALL)
    client.force_login(alice)
    client.get(game.get_absolute_url())
    with django_assert_num_queries(7):
        assert client.get(game.get_absolute_url()).status_code == 200


def test_my_games_come_by_urgency(alice: Player, bob: Player) -> None:
    paces = {"week": per_move(604_800), "day": per_move(86_400), "none": Pace()}
    games = {name: start(alice, bob, rules=SMALL, pace=pace) for name, pace in paces.items()}
    games["theirs"] = start(alice, bob, rules=SMALL)
    games["theirs"].seats.filter(player=alice).update(pending=False, due_at=None)
    assert [row.game.pk for row in lists.running(alice).rows()] == [games[name].pk for name in ("day", "week", "none", "theirs")]
    assert lists.waiting_count(alice) == 3
    assert lists.next_code(alice) == games["day"].code
    assert lists.next_code(alice, after=games["day"].code) == games["week"].code
    assert lists.next_code(alice, after=games["none"].code) == games["day"].code


def test_private_tables_are_in_nobody_elses_list(alice: Player, bob: Player) -> None:
    lobby.create(alice, SMALL, 3, now=NOON, pace=PRESETS["day"])
    start(alice, person("friend"), rules=SMALL)
    assert lists.free_seats(bob).rows() == []
    assert lists.watched(bob).rows() == []
    assert lists.free_seats(None).rows() == []


def test_games_to_watch_are_those_of_others(alice: Player, bob: Player, carol: Player) -> None:
    public = {"rules": SMALL, "visibility": "public"}
    theirs, own = start(bob, carol, **public), start(alice, bob, **public)
    assert {row.game.pk for row in lists.watched(None).rows()} == {theirs.pk, own.pk}
    assert [row.game.pk for row in lists.watched(alice).rows()] == [theirs.pk]
    assert [row.game.pk for row in lists.watched(carol).rows()] == [own.pk]


def test_open_tables_are_paged_by_id(alice: Player, bob: Player) -> None:
    made = tables(alice, 3)
    first = lists.free_seats(bob, limit=2).rows()
    assert [row.game.pk for row in first] == [made[2].pk, made[1].pk]
    assert [row.game.pk for row in lists.free_seats(bob, before=first[-1].game.pk).rows()] == [made[0].pk]


def test_finished_games_are_listed_latest_first(alice: Player, bob: Player) -> None:
    games = [start(alice, bob, rules=SMALL, now=NOON + timedelta(hours=hour)) for hour in range(2)]
    Game.objects.update(status="finished", result={"ranks": [1, 2], "scores": [3, 2], "reason": "played"})
    assert [row.game.pk for row in lists.finished(alice).rows()] == [games[1].pk, games[0].pk]


@pytest.mark.parametrize("count", [1, 3])
def test_deputy_finds_the_games_of_others_marked_as_such(
    count: int, client: Client, alice: Player, bob: Player, carol: Player, django_assert_num_queries: Any
) -> None:
    for _game in range(count):
        game = start(alice, bob, rules=SMALL)
        deputies.appoint(game.pk, alice.pk, carol, 3, now=database_now())
    with django_assert_num_queries(1):
        rows = lists.home(carol).deputised.rows()
    assert [(row.deputy_of, [one.name for one in row.opponents], row.my_turn) for row in rows] == [("alice", ["bob"], True)] * count
    client.force_login(carol)
    with django_assert_num_queries(4):
        page = client.get("/").content.decode()
    assert page.count('<span class="badge">for alice</span>') == count
    assert lists.waiting_count(carol) == count
    assert lists.next_code(carol) is not None
    deputies.dismiss(game, alice, now=NOON)
    assert len(lists.home(carol).deputised.rows()) == lists.waiting_count(carol) == count - 1


def test_a_finished_game_says_who_won(client: Client, alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    leaving.resign(game.pk, 0, source="form", now=NOON, player_id=alice.pk)
    for player, words in ((alice, "<b>bob wins"), (bob, "<b>You win")):
        client.force_login(player)
        assert words in client.get("/").content.decode()
