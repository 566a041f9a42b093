"""Tests of docs/rehearse.py: finished games are replayed from their export, and each seat's worlds are indistinguishable to it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

import orjson
import pytest

from fateapp.installation import CODE as PROJECT
from games.models import Game, Player
from games.queries.history.export import export
from games.rules.game import Game as Rules
from games.rules.playout import play
from games.rules.registry import all_games
from games.services.errors import RulesError
from games.services.tables import undo
from tests.games.conftest import NOON, start
from tests.games.moves import asked, move, play_out

SCRIPT = PROJECT / "docs" / "rehearse.py"
REHEARSE: dict[str, Any] = {"__name__": "rehearse"}
exec(compile(SCRIPT.read_text(), "rehearse.py", "exec"), REHEARSE)


def played(book: Rules[Any]) -> dict[str, Any]:
    """The part of an export that a replay needs."""
    found = play(book, book.seats[0], random.Random(4))
    log = [{"seq": seq, "seat": seat, "text": text, "kind": "answer", "source": "api"} for seq, (seat, text) in enumerate(found.answers)]
    assert found.result is not None
    facts = {"game": "k3m", "rules": book.key, "rules_version": book.version, "seats": book.seats[0], "options": found.options}
    return facts | {"log": log, "result": {"ranks": list(found.result.ranks)}}


def rehearsed(document: bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, str(SCRIPT), "-", *words]
    return subprocess.run(command, input=document, env={"PYTHONPATH": str(PROJECT)}, capture_output=True, check=False)


@pytest.mark.parametrize("book", list(all_games().values()), ids=lambda book: book.key)
def test_worlds_look_the_same_to_the_seat_and_are_others(book: Rules[Any]) -> None:
    document = played(book)
    count = differ = 0
    for moment in REHEARSE["moments"](document):
        count, seat = count + 1, moment.decision.seat
        if count % 4 == 1 and count < 60:
            for world in REHEARSE["worlds"](moment.session, seat, 2, random.Random(count)):
                assert world.view(seat) == moment.session.view(seat)
                assert world.decision(seat) == moment.decision
                differ += world.position.table != moment.session.position.table
    assert count == sum(line["seat"] >= 0 for line in document["log"])
    assert moment.session.result is not None, "the last answer ended it"
    assert list(moment.session.result.ranks) == document["result"]["ranks"]
    assert differ > 2


@pytest.mark.django_db
def test_export_is_played_again_with_what_was_taken_back(alice: Player, bob: Player, carol: Player) -> None:
    table, undone = start(alice, bob, carol, rules="council_of_kings"), 0
    while not undone:
        move(table)
        seat = asked(table)
        try:
            undo.take_back(table.pk, seat.index, seat.nth, source="form", now=NOON, player_id=seat.player_id or 0)
        except RulesError:
            continue
        undone += 1
    play_out(table)
    game = Game.objects.get(pk=table.pk)
    document = orjson.dumps(export(game, list(game.seats.order_by("index").select_related("player"))))
    done = rehearsed(document)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert game.result is not None
    assert {line["seat"]: line["rank"] for line in lines} == dict(enumerate(game.result["ranks"]))
    assert all(line["answer"] in line["decision"]["tokens"] for line in lines if line["decision"]["shape"] == "one")
    [tried] = rehearsed(document, "--worlds", "2", "--seq", str(lines[-3]["seq"])).stdout.splitlines()
    assert set(json.loads(tried)["ranks"]) <= set(lines[-3]["decision"]["tokens"])
    assert all(1 <= rank <= 3 for rank in json.loads(tried)["ranks"].values())


def test_game_of_other_rules_is_named() -> None:
    document = played(all_games()["turn_of_fate"]) | {"rules_version": 99}
    command = [sys.executable, str(SCRIPT), "-"]
    done = subprocess.run(
        command, input=json.dumps(document), env={"PYTHONPATH": str(PROJECT)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "k3m cannot be played again here" in done.stderr
