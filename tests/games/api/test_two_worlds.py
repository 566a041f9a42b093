"""Tests of hidden information in the API: a game and its redeal give equal answers to every GET, refused move and line of the stream."""

from __future__ import annotations

import random
from typing import Any

import orjson
import pytest
from django.test import Client

from games.models import Game, Player, Seat
from games.queries.tables import stream_state
from games.rules.contract import Position
from games.rules.game import Game as Rules
from games.rules.registry import all_games
from tests.games.conftest import person, start
from tests.games.moves import move

every_game = pytest.mark.parametrize("book", list(all_games().values()), ids=lambda book: book.key)
PATHS = ("", "/view", "/log", "/positions/1", "/verification", "/export", "/notes", "/talk", "/time", "/readings", "/chronicle")
WRONG = ("no_such_card", "999", "zzz qqq")
TRACE = {"X-Request-ID": "one-and-the-same"}
KEPT = ("ETag", "Content-Length", "Cache-Control")


def seen(client: Client, game: Game, viewer: Player) -> list[Any]:
    """All answers that this viewer's client can get."""
    path = f"/api/v1/games/{game.code}"
    seat = game.seats.filter(player=viewer).first()
    answers = [client.get(path + end, headers=TRACE) for end in PATHS]
    answers += [client.get(f"/api/v1/games?{query}", headers=TRACE) for query in ("mine=true", "my_turn=true", "status=active")]
    for text in WRONG:
        body = {"text": text, "nth": seat.nth if seat else 0}
        answers.append(client.post(f"{path}/moves", body, content_type="application/json", headers=TRACE))
    found: list[Any] = [(it.status_code, it.content, {name: it.headers.get(name) for name in KEPT}) for it in answers]
    return [*found, stream_state.running([viewer.pk])]


def world(client: Client, game: Game, viewer: Player, position: Position) -> list[Any]:
    """The viewer's answers when this is the stored position."""
    text = orjson.dumps(position.to_json()).decode()
    Game.objects.filter(pk=game.pk).update(position=text, trouble="")
    game.refresh_from_db()
    found = seen(client, game, viewer)
    assert Game.objects.values_list("position", flat=True).get(pk=game.pk) == text
    return found


@pytest.mark.django_db
@every_game
def test_no_program_can_tell_a_game_from_its_redeal(book: Rules[Any], settings: Any) -> None:
    settings.FATE_API_RATE = 1_000_000
    players = [person(f"seat{index}") for index in range(book.seats[0])]
    watcher = person("watcher")
    game = start(*players, rules=book.key, visibility="public")
    rng, redealt = random.Random(7), 0
    clients = {player: Client() for player in (*players, watcher)}
    for player, client in clients.items():
        client.force_login(player)
    for count in range(18):
        if not Seat.objects.filter(game=game, pending=True).exists():
            break
        if count % 5 == 1:
            game.refresh_from_db()
            here = Position.from_json(orjson.loads(game.position))
            for viewer, client in clients.items():
                seat = next((index for index, player in enumerate(players) if player == viewer), None)
                there = book.redeal(here, seat, rng)
                redealt += there.table != here.table
                assert world(client, game, viewer, there) == world(client, game, viewer, here)
            world(clients[watcher], game, watcher, here)
        move(game, rng=rng)
    assert redealt > 3, "nothing was ever redealt: this test proved nothing"
