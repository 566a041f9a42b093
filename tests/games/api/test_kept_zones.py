"""Tests of the cache of zone texts: zones that tell the same are rendered once, and the cache changes nobody's view."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from games.api.base import shapes
from games.api.streams import tables
from games.models import Game, Player
from games.queries.tables.table import looks_at
from games.render.reader import Pieces, once, reader_for
from games.render.text import scene_text
from games.rules.game import Game as Rules
from games.rules.messages import Reader, msg
from games.rules.playout import random_answer, random_draw
from games.rules.registry import all_games
from games.rules.scene import Role, Scene, Zone
from tests.games.api.test_stream_tables import wanted
from tests.games.conftest import person, start
from tests.games.moves import move

every_game = pytest.mark.parametrize("book", list(all_games().values()), ids=lambda book: book.key)


def views(game: Game, people: list[Player], *, anew: bool) -> list[Any]:
    """The views that the streams of these people send, from the cache or rendered anew for each."""
    if not anew:
        return [found[game.code] for found in tables.views_of([wanted(someone, game.code) for someone in people])]
    looks = looks_at(game.code, [someone.pk for someone in people])
    return [shapes.view(looks[someone.pk], reader_for(looks[someone.pk].names)) for someone in people]


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


@every_game
def test_text_and_data_of_a_zone_depend_on_nothing_else_than_what_it_tells(book: Rules[Any]) -> None:
    session, rng, met = book.begin(book.seats[0]), random.Random(5), 0
    while session.table.ending is None and met < 400:
        if (draw := session.wants_chance) is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        seat = session.unanswered[0]
        scene = book.shown(session.view(seat), session.decision(seat))
        for zone in scene.zones:
            piles = tuple(replace(pile, badges=(), tallies=()) for pile in zone.piles)
            other = replace(zone, piles=piles, role=Role.SCORE, order=9, badges=(), tallies=())
            assert other.told == zone.told
            assert shapes.zone(other, Reader()) == shapes.zone(zone, Reader())
            assert scene_text(Scene((other,)), Reader()) == scene_text(Scene((zone,)), Reader())
            met += 1
        question = session.question(seat)
        assert question is not None
        session.answer(seat, random_answer(question, rng))


def test_a_zone_is_rendered_once_for_two_players_who_see_it_in_different_places() -> None:
    mine, theirs = (Zone("field", msg("Field"), role=role) for role in (Role.MINE, Role.THEIRS))
    beside: Pieces = {}
    made = [once(Reader(), {}, beside).piece("data", zone, None, object) for zone in (mine, theirs, replace(mine, owner=1))]
    assert made[0] is made[1]
    assert made[2] is not made[0]
