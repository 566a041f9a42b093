"""Tests of the number of visits to a game: manual answers close together count as one visit, orders are counted apart."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Move, Player
from games.queries.history.own_turn import visits_of
from tests.games.conftest import NOON, start
from tests.games.moves import play_out

pytestmark = pytest.mark.django_db


def given(game: Game, *answers: tuple[float, str]) -> None:
    """Log these answers of the first seat: minutes after noon, and the source of each."""
    Move.objects.filter(game=game).delete()
    for seq, (minutes, source) in enumerate(answers):
        Move.objects.create(
            game=game, seq=seq, seat=0, kind="answer", source=source, text="pass", at=NOON + timedelta(minutes=minutes), events="[]"
        )


def test_answers_close_together_are_one_visit_and_orders_count_apart(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = start(alice, bob)
    given(game, (0, "form"), (1, "form"), (14, "mail"), (60, "order"), (61, "order"), (90, "api"), (200, "timeout"))
    with django_assert_num_queries(1):
        found = visits_of(game, 0)
    assert (found.answers, found.visits, found.ordered) == (4, 2, 2)
    assert visits_of(game, 1).answers == 0


def test_who_has_played_reads_it_at_the_end_and_nobody_else(client: Client, alice: Player, bob: Player, carol: Player) -> None:
    game = start(alice, bob, visibility="public")
    play_out(game)
    for reader, theirs in ((alice, True), (carol, False)):
        client.force_login(reader)
        assert ("Choices you made: " in client.get(game.get_absolute_url()).content.decode()) is theirs
