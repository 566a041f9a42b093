"""Tests of the time of a player's last activity at a table."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Player, Seat
from games.queries.people.last_seen import last_activity
from notifications.preferences import last_seen
from tests.games.conftest import NOON, start
from tests.games.moves import asked, move

MINUTE = timedelta(minutes=1)


def test_a_move_and_a_look_count_whichever_is_later(game: Game, alice: Player, bob: Player) -> None:
    mover = asked(game).player
    assert mover is not None
    other = bob if mover == alice else alice
    thread = (mover.pk, game.code)
    assert last_activity({thread, (other.pk, game.code)}) == {}

    move(game, now=NOON + MINUTE)
    assert last_activity({thread, (other.pk, game.code)}) == {thread: NOON + MINUTE}
    Seat.objects.filter(game=game, player=mover).update(seen_at=NOON + 5 * MINUTE)
    assert last_activity({thread}) == {thread: NOON + 5 * MINUTE}
    assert last_seen.last_activity({thread}) == {thread: NOON + 5 * MINUTE}
    Seat.objects.filter(game=game, player=mover).update(seen_at=NOON)
    assert last_activity({thread}) == {thread: NOON + MINUTE}


def test_looking_at_what_is_new_counts(game: Game, alice: Player, bob: Player, client: Client) -> None:
    reader = bob if asked(game).player == alice else alice
    move(game)
    assert last_activity({(reader.pk, game.code)}) == {}
    client.force_login(reader)
    client.get(game.get_absolute_url())

    assert set(last_activity({(reader.pk, game.code)})) == {(reader.pk, game.code)}


@pytest.mark.parametrize("count", [1, 3])
def test_any_number_of_tables_is_two_queries(
    alice: Player, bob: Player, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    games = [start(alice, bob) for _number in range(count)]
    for game in games:
        move(game)

    with django_assert_num_queries(2):
        assert len(last_activity({(player.pk, game.code) for game in games for player in (alice, bob)})) == count
