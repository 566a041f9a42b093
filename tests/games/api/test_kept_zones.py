"""Tests of the cache of zone texts: equal zones are rendered once, and the cache changes nobody's view."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.api.base import shapes
from games.api.base.views import reader
from games.api.streams import tables
from games.models import Game, Player
from games.queries.tables.table import looks_at
from games.rules.game import Game as Rules
from games.rules.registry import all_games
from tests.games.api.test_stream_tables import wanted
from tests.games.conftest import person, start
from tests.games.moves import move

every_game = pytest.mark.parametrize("book", list(all_games().values()), ids=lambda book: book.key)


def views(game: Game, people: list[Player], *, anew: bool) -> list[Any]:
    """The views that the streams of these people send, from the cache or rendered anew for each."""
    if not anew:
        return [found[game.code] for found in tables.views_of([wanted(someone, game.code) for someone in people])]
    looks = looks_at(game.code, [someone.pk for someone in people])
    return [shapes.view(looks[someone.pk], reader(looks[someone.pk].names)) for someone in people]


@pytest.mark.django_db
@every_game
def test_views_with_kept_zones_are_those_made_anew(book: Rules[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    people = [person(f"seat{index}") for index in range(book.seats[0])]
    watcher, rng = person("watcher"), random.Random(3)
    game = start(*people, rules=book.key, visibility="public")
    plain, made = shapes.zone, {"kept": 0, "anew": 0}

    def counted(mode: str) -> list[Any]:
        monkeypatch.setattr(shapes, "zone", lambda *given: made.update({mode: made[mode] + 1}) or plain(*given))
        return views(game, [*people, watcher], anew=mode == "anew")

    for _move in range(12):
        assert counted("kept") == counted("anew")
        move(game, rng=rng)
        game.refresh_from_db()
    assert made["kept"] < 2 / 3 * made["anew"]
