"""Tests of streams that show the same table: the table is read once, and each stream shows the same view as a GET."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connections

from games.api.base.renderer import encode
from games.api.streams import hub
from games.api.streams.tables import Asked, Tables, Views, Wishes, hinted, views_of
from games.models import Game, Player
from games.queries.tables import stream_state
from games.queries.tables.stream_state import Standing
from tests.fateapp.edge.echo import in_a_loop
from tests.games.api.conftest import Call
from tests.games.conftest import person, start
from tests.games.moves import move, play_out


def wanted(player: Player, *codes: str, language: str = "en") -> Asked:
    loop = asyncio.new_event_loop()
    try:
        return Asked(player.pk, codes, language, loop.create_future())
    finally:
        loop.close()


@pytest.mark.django_db
@pytest.mark.parametrize("rules", ["turn_of_fate", "tempting_fate"])
def test_views_of_a_stream_are_those_of_a_get_and_cost_one_query(call: Call, rules: str, django_assert_num_queries: Any) -> None:
    alice, bob, watcher = person("alice"), person("bob"), person("watcher")
    game = start(alice, bob, rules=rules, visibility="public")
    asked = [wanted(alice, game.code), wanted(bob, game.code), wanted(watcher, game.code), wanted(bob, game.code, language="de")]
    views_of(asked)
    with django_assert_num_queries(1):
        found = views_of(asked)
    for player, views in zip((alice, bob, watcher), found, strict=False):
        assert encode(views[game.code]) == call(player).get(f"games/{game.code}/view").content
    assert found[0] != found[1] != found[2]
    assert found[3][game.code]["text"] != found[1][game.code]["text"]


@pytest.mark.django_db
@pytest.mark.parametrize("ended", [False, True])
def test_a_hint_is_followed_up_with_one_statement(ended: bool, django_assert_num_queries: Any) -> None:
    alice, bob, carol = person("alice"), person("bob"), person("carol")
    game, other, hidden = start(alice, bob), start(bob, carol), start(carol, person("dan"), visibility="private")
    (play_out if ended else move)(game)
    whole, small = Wishes(ndjson=True, views=True, language="en"), Wishes(True, True, "de", frozenset({"scene", "text"}))
    listeners: dict[int, frozenset[Wishes]] = {alice.pk: frozenset({whole, small}), bob.pk: frozenset()}
    codes = {game.code, other.code, hidden.code, "nowhere"}
    with django_assert_num_queries(1):
        moment, standings, views = hinted(codes, listeners)
    of_all = stream_state.of_games(codes)
    assert moment is not None
    assert standings == {player: of_all[1][player] for player in listeners}
    assert set(views) == {(alice.pk, whole), (alice.pk, small)}
    [mine, bare] = views_of([wanted(alice, game.code), wanted(alice, game.code, language="de")])
    assert views[alice.pk, whole] == mine
    assert views[alice.pk, small] == {game.code: bare[game.code] | {"scene": None, "text": ""}}


@pytest.mark.django_db
def test_a_hint_needs_no_views_where_nobody_wishes_any(django_assert_num_queries: Any) -> None:
    alice, bob = person("alice"), person("bob")
    game = start(alice, bob)
    with django_assert_num_queries(1):
        _moment, standings, views = hinted({game.code}, {alice.pk: frozenset()})
    assert (standings, views) == (stream_state.of_games({game.code})[1], {})


@pytest.mark.django_db
@pytest.mark.parametrize(("seconds", "repeated"), [(-1, True), (0, True), (14, True), (16, False)])
def test_a_resumed_stream_repeats_what_changed_in_the_fifteen_seconds_before(seconds: int, repeated: bool) -> None:
    """As docs/api.md says; bridges to other services announce each change once."""
    alice = person("alice")
    game = start(alice, person("bob"))
    play_out(game)
    game.refresh_from_db()
    assert game.ended_at is not None
    found = stream_state.changed_since(alice.pk, game.ended_at + timedelta(seconds=seconds))
    assert (game.code in found) is repeated


@pytest.mark.django_db
def test_a_view_that_cannot_be_made_is_left_out_and_the_others_are_there() -> None:
    alice, bob = person("alice"), person("bob")
    broken, whole = start(alice, bob), start(alice, bob)
    Game.objects.filter(pk=broken.pk).update(position="{}")
    wishes = Wishes(ndjson=True, views=True, language="en")
    _moment, standings, views = hinted({broken.code, whole.code}, {alice.pk: frozenset({wishes})})
    assert set(standings[alice.pk]) == {broken.code, whole.code}
    assert set(views[alice.pk, wishes]) == {whole.code}
    assert views_of([wanted(alice, broken.code)]) == [{}]


def test_a_view_of_an_earlier_moment_is_dropped() -> None:
    stream, now = hub.Stream(1, None), datetime.now(UTC)
    first, second = (Standing("abc", "active", seq, 0, seq, True, None) for seq in (1, 2))
    stream.offer({"abc": first}, now, {"abc": {"seq": 1}, "other": {}})
    assert stream.views == {"abc": {"seq": 1}}
    stream.offer({"abc": second}, now)
    assert (stream.take(), stream.take_views()) == ([second], {})


@pytest.mark.django_db
def test_a_stream_shows_nothing_of_a_private_table_or_of_none() -> None:
    alice, bob, stranger = person("alice"), person("bob"), person("stranger")
    game = start(alice, bob, visibility="private")
    found = views_of([wanted(stranger, game.code), wanted(alice, game.code, "nowhere"), wanted(stranger, "nowhere")])
    assert [list(views) for views in found] == [[], [game.code], []]


@pytest.mark.django_db(transaction=True)
def test_streams_that_ask_at_the_same_moment_are_served_together(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = person("alice"), person("bob")
    game: Game = start(alice, bob)
    together: list[int] = []

    def counted(asked: Sequence[Asked]) -> list[Views]:
        together.append(len(asked))
        return views_of(asked)

    monkeypatch.setattr("games.api.streams.tables.views_of", counted)

    async def both() -> list[Views]:
        tables = Tables()
        found = await asyncio.gather(*(tables.views(player.pk, [game.code], "en") for player in (alice, bob)))
        await hub.in_database(connections.close_all)
        return list(found)

    found = in_a_loop(both())
    assert together == [2]
    assert [views[game.code]["viewer"] for views in found] == [0, 1]


@pytest.mark.django_db(transaction=True)
def test_a_reading_that_fails_is_told_to_all_and_the_next_one_works(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = person("alice")
    game = start(alice, person("bob"))

    def fails(asked: Any) -> Any:
        monkeypatch.undo()
        raise ConnectionError("The database is gone.")

    async def asked() -> Any:
        tables = Tables()
        first = await asyncio.gather(*(tables.views(alice.pk, [game.code], "en") for _each in range(2)), return_exceptions=True)
        again = await tables.views(alice.pk, [game.code], "en")
        await hub.in_database(connections.close_all)
        return [type(one) for one in first], list(again)

    monkeypatch.setattr("games.api.streams.tables.views_of", fails)
    assert in_a_loop(asked()) == ([ConnectionError, ConnectionError], [game.code])
