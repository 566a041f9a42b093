"""Tests of the replay: every moment shows what its viewer could see then, and nothing else."""

from __future__ import annotations

import json
import random
from typing import Any

import orjson
import pytest
from django.test import Client

from games.models import Game, Player, Seat
from games.queries.history import replay
from games.rules.contract import Position
from games.rules.game import Game as Rules
from games.rules.registry import all_games
from tests.games.conftest import person, start
from tests.games.moves import move, play_out

every_game = pytest.mark.parametrize("book", list(all_games().values()), ids=lambda book: book.key)


def main_part(page: bytes) -> bytes:
    """The main part of a page: the frame contains its own address in a form."""
    return page[page.index(b"<main") : page.index(b"</main>")]


@pytest.mark.django_db
@every_game
def test_every_moment_looks_as_it_did_then(book: Rules[Any]) -> None:
    players = [person(f"seat{index}") for index in range(book.seats[0])]
    game, rng = start(*players, rules=book.key), random.Random(6)
    then: dict[int, list[Any]] = {}
    for _ in range(25):
        if not Seat.objects.filter(game=game, pending=True).exists():
            break
        game.refresh_from_db()
        session = book.resume(Position.from_json(orjson.loads(game.position)))
        if not session.position.sealed:
            then[game.seq] = [session.view(viewer) for viewer in (None, *range(book.seats[0]))]
        move(game, rng=rng)
    assert len(then) >= 5
    for seq, views in then.items():
        session = replay.at(game, seq)
        assert [session.view(viewer) for viewer in (None, *range(book.seats[0]))] == views


def test_running_game_is_seen_through_own_eyes_only(client: Client, game: Game, alice: Player, bob: Player) -> None:
    move(game)
    for viewer, other in ((alice, bob), (bob, alice)):
        client.force_login(viewer)
        own = client.get(f"{game.get_absolute_url()}at/1/").content
        seat = Seat.objects.get(game=game, player=other)
        wished = client.get(f"{game.get_absolute_url()}at/1/?eyes={seat.index + 1}").content
        assert main_part(wished) == main_part(own)


def test_finished_game_is_open_to_every_eye(client: Client, game: Game, alice: Player) -> None:
    play_out(game)
    client.force_login(alice)
    pages = {eyes: client.get(f"{game.get_absolute_url()}at/1/?eyes={eyes}").content for eyes in ("public", "1", "2")}
    assert len(set(pages.values())) == 3
    assert client.get(f"{game.get_absolute_url()}at/1/?eyes=3").status_code == 404


def test_moments_that_never_were_do_not_exist(client: Client, game: Game, alice: Player, carol: Player) -> None:
    client.force_login(alice)
    assert client.get(f"{game.get_absolute_url()}at/0/").status_code == 200
    assert client.get(f"{game.get_absolute_url()}at/{game.seq + 1}/").status_code == 404
    client.force_login(carol)
    assert client.get(f"{game.get_absolute_url()}at/1/").status_code == 404


def test_table_as_text_picture_and_data(client: Client, game: Game, alice: Player, carol: Player) -> None:
    client.force_login(alice)
    path = game.get_absolute_url()
    assert "Your hand" in client.get(f"{path}table.txt").content.decode()
    assert client.get(f"{path}table.svg").content.startswith(b"<svg")
    assert client.get(f"{path}table.png").content.startswith(b"\x89PNG")
    assert client.get(f"{path}game.json").status_code == 409
    play_out(game)
    document = json.loads(client.get(f"{path}game.json").content)
    assert document["verification"]["secret"] == bytes(game.secret).hex()
    assert len(document["log"]) == game.seq
    client.force_login(carol)
    for name in ("table.txt", "table.svg", "table.png", "game.json"):
        assert client.get(f"{path}{name}").status_code == 404


def test_steps_lead_through_a_game_longer_than_one_look(client: Client, game: Game, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.pages.history.replay.NEAR", 2)
    client.force_login(alice)
    for _ in range(7):
        move(game)
    game.refresh_from_db()
    for way, start_at, end in (("after", 0, game.seq), ("before", game.seq, 0)):
        seq, visited = start_at, [start_at]
        while (step := client.get(f"{game.get_absolute_url()}at/{seq}/").context[way]) is not None:
            visited.append(seq := step)
        assert visited[-1] == end
        assert len(visited) > 7
