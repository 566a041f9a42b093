"""Zones are put into words once as long as they stay equal, and nobody's view is another for it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.api.base import shapes
from games.api.base.views import reader
from games.models import Game, Player
from games.queries.tables.table import looks_at
from games.render.reader import Pieces
from games.rules.game import Game as Rules
from games.rules.registry import all_games
from tests.games.conftest import person, start
from tests.games.moves import move

every_game = pytest.mark.parametrize("book", list(all_games().values()), ids=lambda book: book.key)


def views(game: Game, people: list[Player], *, kept: bool) -> list[Any]:
    """What these people are shown together, out of what was kept or made anew."""
    beside: Pieces = {}
    found = []
    for look in looks_at(game.code, [someone.pk for someone in people]).values():
        if not kept:
            shapes.kept.clear()
        found.append(shapes.view(look, reader(look.names), beside if kept else None))
    return found


@pytest.mark.django_db
@every_game
def test_views_with_kept_zones_are_those_made_anew(book: Rules[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    people = [person(f"seat{index}") for index in range(book.seats[0])]
    watcher, rng = person("watcher"), random.Random(3)
    game = start(*people, rules=book.key, visibility="public")
    plain, made = shapes.zone, {"kept": 0, "anew": 0}

    def counted(mode: str) -> list[Any]:
        monkeypatch.setattr(shapes, "zone", lambda *given: made.update({mode: made[mode] + 1}) or plain(*given))
        return views(game, [*people, watcher], kept=mode == "kept")

    for _move in range(12):
        shown, shelf = counted("kept"), shapes.kept
        monkeypatch.setattr(shapes, "kept", type(shelf)(128))
        assert counted("anew") == shown
        monkeypatch.setattr(shapes, "kept", shelf)
        move(game, rng=rng)
        game.refresh_from_db()
    assert made["kept"] < 2 / 3 * made["anew"]


@pytest.mark.django_db
def test_deputies_and_those_who_watch_leave_nothing_to_others() -> None:
    people = [person("alice"), person("bob")]
    game = start(*people, rules="turn_of_fate", visibility="public")
    shapes.kept.clear()
    for look in looks_at(game.code, [person("watcher").pk]).values():
        shapes.view(look, reader(look.names))
    assert len(shapes.kept) == 0
    views(game, people, kept=True)
    assert len(shapes.kept) == 2
