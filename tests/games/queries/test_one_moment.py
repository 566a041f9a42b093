"""Tests of consistent reads: scene, log and question of a page belong to one position, though a move is made meanwhile."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Game, Player, Seat
from games.pages.tables import page_cache
from games.queries.tables import table
from tests.games import moves
from tests.games.conftest import start

PAIRS = 100
"""Two requests each: one without a move, one with a move in its middle."""
OF_THE_VISIT = re.compile(r'<span class="fresh">.*?</span></span>| class="log-new"|<span class="visually-hidden">New: </span>')
PIECES = {
    "moment": r'data-seq="\d+" data-nth="\d*"',
    "question": r'data-prompt="[^"]*"',
    "table": r'<div class="hand">.*?(?=<p class="ticker")',
    "log": r'<ol class="log".*?</ol>',
}


class Mover:
    """Makes a move in the middle of a page: after the table is read and before its log is."""

    def __init__(self, game: Game, read: Callable[..., Any]) -> None:
        self.game, self.read, self.rng = game, read, random.Random(7)

    def __call__(self, *args: Any, **given: Any) -> Any:
        moves.move(self.game, rng=self.rng)
        return self.read(*args, **given)


def pieces(client: Client, game: Game) -> dict[str, str]:
    """The parts of a page about the table, without those that depend on the last visit."""
    page_cache.pages.clear()
    page = OF_THE_VISIT.sub("", client.get(game.get_absolute_url()).content.decode())
    return {name: found[0] if (found := re.search(pattern, page, re.DOTALL)) else "" for name, pattern in PIECES.items()}


def test_two_hundred_pages_loaded_during_play_show_one_moment_each(
    client: Client, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(alice)
    game, asked, seen = start(alice, bob), 0, set[str]()
    for _ in range(PAIRS):
        if not Seat.objects.filter(game=game, pending=True).exists():
            game = start(alice, bob)
        quiet = pieces(client, game)
        with monkeypatch.context() as during:
            during.setattr(table, "lines", Mover(game, table.lines))
            assert pieces(client, game) == quiet
        asked += bool(quiet["question"])
        seen.add(quiet["table"])
    assert (len(seen), asked > PAIRS / 4) == (PAIRS, True), "nothing happened at the table: this test proved nothing"
