"""Tests of hidden information: a game and its redeal give equal pages, mails, state polls, files, replays, exports, lists and errors.

A position and a random other one that the viewer must not be able to tell apart are stored in turn; everything the viewer
can fetch must be equal byte for byte once form tokens are masked.
"""

from __future__ import annotations

import io
import random
import re
import zipfile
from dataclasses import replace
from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.test import Client

from games.conformance.cases import Case
from games.mails import KINDS
from games.models import Game, Player, Seat
from games.queries.people.data_export import archive
from games.rules.contract import Position
from games.rules.registry import all_games, game
from games.rules.session import Session
from games.services.people import calendars
from notifications.models import Message
from tests.games.conftest import NOON, person, start
from tests.games.moves import move, play_out

CASES = (*(Case(book, book.seats[0], {}) for book in all_games().values()), Case(game("destined_to_fail"), 3, {"followers": "together"}))
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"')
LINK = re.compile(r"http://127\.0\.0\.1:8000/[^\s\"<>]*")
"""A signed link contains the second of its creation."""
LATER = NOON + timedelta(hours=3)
FILES_AT = 9
"""The move after which files are compared too; their renderers are compared far more often in tests/games/render/test_redeals.py."""
EXPORTS = (
    *("text/", "table.txt", "table.svg", "table.png", "game.json", "feed.atom"),
    *("chronicle/", "chronicle.txt", "chronicle.epub"),
)
WRONG = ("no_such_card", "999", "zzz qqq")


def fetch(client: Client, game: Game, viewer: Player, *, files: bool) -> list[tuple[int, bytes, dict[str, str]]]:
    """Everything this viewer can fetch: pages, the pulse, refusals; with `files`, also all downloads."""
    path = game.get_absolute_url()
    answers = [client.get(path), client.get(f"{path}pulse/"), client.get("/"), client.get("/lobby/")]
    answers += [client.get(f"{path}{name}") for name in (*EXPORTS, f"at/{game.seq}/") if files]
    answers += [client.get(f"/calendar/{calendars.make(viewer, now=NOON)}.ics")] if files else []
    seat = game.seats.filter(player=viewer).first()
    answers += [client.post(f"{path}answer/", {"nth": seat.nth, "text": text}) for text in WRONG] if seat else []
    kept = ("ETag", "Content-Length", "Cache-Control", "Vary")
    return [
        (answer.status_code, TOKEN.sub(b"", answer.content), {name: answer.headers[name] for name in kept if name in answer.headers})
        for answer in answers
    ]


def mails(game: Game, viewer: Player) -> list[Any]:
    """Every kind of mail about this game, composed for this person now."""
    seat = game.seats.filter(player=viewer).first()
    if seat is None:
        return []
    payload = {"game": game.code, "seat": seat.index, "nth": seat.nth, "by": viewer.pk, "outage": 0}
    payload |= {"what": "resumed", "told": "", "tournament": "none"}
    composed = (kind.compose(Message(kind=kind.name, recipient=viewer, payload=payload, thread=game.code), LATER) for kind in KINDS)
    return [mail and replace(mail, text=LINK.sub("", mail.text), html=LINK.sub("", mail.html or "")) for mail in composed]


def own_archive(viewer: Player) -> dict[str, bytes]:
    """The data export of this person, file by file: the zip itself contains the time of packing."""
    with zipfile.ZipFile(io.BytesIO(archive(viewer))) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def world(client: Client, game: Game, viewer: Player, position: Position, *, files: bool = False) -> list[Any]:
    """The viewer's answers when this is the stored position."""
    text = orjson.dumps(position.to_json()).decode()
    Game.objects.filter(pk=game.pk).update(position=text, trouble="")
    game.refresh_from_db()
    seen = [*fetch(client, game, viewer, files=files), *mails(game, viewer), own_archive(viewer) if files else None]
    assert Game.objects.values_list("position", flat=True).get(pk=game.pk) == text
    return seen


def stored_moment(game: Game, _seq: int) -> Session[Any]:
    """The page of a moment replays the game from its secret, which a redeal lacks; here it gets the stored position."""
    return game.book.resume(Position.from_json(orjson.loads(game.position)))


@pytest.mark.django_db
@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_viewer_can_tell_a_game_from_its_redeal(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    book = case.game
    monkeypatch.setattr("games.queries.history.replay.at", stored_moment)
    players = [person(f"seat{index}") for index in range(case.seats)]
    watcher = person("watcher")
    game = start(*players, rules=book.key, visibility="public", options=case.options)
    rng, redealt = random.Random(5), 0
    clients = {player: Client() for player in (*players, watcher)}
    for player, client in clients.items():
        client.force_login(player)
    for count in range(24):
        if not Seat.objects.filter(game=game, pending=True).exists():
            break
        if count % 4 == 1:
            game.refresh_from_db()
            here = Position.from_json(orjson.loads(game.position))
            for viewer, client in clients.items():
                seat = next((index for index, player in enumerate(players) if player == viewer), None)
                client.get(game.get_absolute_url())  # the first request marks lines as seen
                there = book.redeal(here, seat, rng)
                redealt += there.table != here.table
                files = count == FILES_AT
                assert world(client, game, viewer, there, files=files) == world(client, game, viewer, here, files=files)
        move(game, rng=rng)
    assert redealt > 3, "nothing was ever redealt: this test proved nothing"


@pytest.mark.django_db
def test_exports_are_closed_or_ones_own_until_the_game_is_over(client: Client) -> None:
    alice, bob = person("alice"), person("bob")
    game = start(alice, bob, visibility="public")
    client.force_login(alice)
    path, api = game.get_absolute_url(), f"/api/v1/games/{game.code}"
    whole = [f"{path}game.json", f"{path}chronicle/", f"{path}chronicle.txt", f"{path}chronicle.epub", f"{api}/export"]
    secret = bytes(game.secret).hex().encode()
    assert [client.get(address).status_code for address in whole] == [409, 404, 404, 404, 409]
    assert secret not in client.get(f"{api}/verification").content
    play_out(game)
    for reader, closed in ((alice, []), (bob, []), (person("carol"), whole[1:4])):  # players share a chronicle by consent
        client.force_login(reader)
        assert [address for address in whole if client.get(address).status_code != 200] == closed
        assert secret in client.get(f"{path}game.json").content
        assert client.get(f"{path}at/1/?eyes=1").content != client.get(f"{path}at/1/?eyes=2").content
