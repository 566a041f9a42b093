"""Tests of ratings: who counts, with which rank; each game once; recalculation without a void game; a process killed on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.db import ProgrammingError, connection, transaction

from fateapp.ops.audit import rating_complaints
from games.models import Game, Move, Player, Rating, RatingEvent, Seat, Tenure
from games.models.rating import shown
from games.services.absence import autopilot
from games.services.absence.ladder import Ladder
from games.services.ratings import formula, rate
from games.services.ratings.rate import ranks_of
from games.services.tables import leaving
from tests.games.conftest import DAY, NOON, start
from tests.games.moves import move, play_out

pytestmark = pytest.mark.django_db(transaction=True)
WORKER = "import django; django.setup(); from games.tasks import rate_games; rate_games()"


def finished(*players: Player, seed: int = 1, hours: int = 0) -> Game:
    """A game of these people, played to its end."""
    game = start(*players, now=NOON + timedelta(hours=hours))
    play_out(game, now=NOON + timedelta(hours=hours), seed=seed)
    return game


def decide(game: Game) -> None:
    """Play until both have made a decision."""
    while game.moves.filter(kind=Move.Kind.ANSWER, seat__gte=0).values("seat").distinct().count() < 2:
        move(game)


def strengths(rules: str = "turn_of_fate") -> dict[int, formula.Level]:
    """The stored ratings."""
    return {row.player_id: formula.Level(row.mu, row.sigma) for row in Rating.objects.filter(rules=rules)}


def test_known_answer_of_plackett_luce() -> None:
    """Two beginners, one win, by hand (Weng and Lin 2011, algorithm 4): sigma² = (25/3)² + (25/300)², beta² = (25/6)²,
    c² = 2·sigma² + 2·beta² = 173.63, and the winner gains sigma² / c · (1 - 1/2) = 69.451 / 13.177 / 2 = 2.635.
    """
    winner, loser = formula.after([formula.BEGINNER, formula.BEGINNER], [1, 2])
    assert (round(winner.mu, 3), round(loser.mu, 3)) == (27.635, 22.365)
    assert winner.sigma == loser.sigma < formula.BEGINNER.sigma
    tied = formula.after([formula.BEGINNER] * 5, [1, 2, 2, 4, 5])
    assert tied[0].mu > tied[1].mu == tied[2].mu >= tied[3].mu > tied[4].mu
    assert shown(*formula.BEGINNER) == 1000


def test_a_finished_game_is_rated_once(alice: Player, bob: Player) -> None:
    game = finished(alice, bob)
    assert rate.rate_due(NOON) == 1
    before = strengths()
    assert rate.rate_due(NOON) == 0
    assert not rate.rate(game.pk, NOON)
    assert strengths() == before
    assert RatingEvent.objects.count() == 2
    best = alice if game.result["ranks"][0] == 1 else bob
    other = bob if best == alice else alice
    assert before[best.pk].mu > before[other.pk].mu
    assert Rating.objects.get(player=best).provisional


def test_bots_have_no_rating(alice: Player, dora: Player) -> None:
    game = finished(alice, dora)
    rate.rate_due(NOON)
    assert not RatingEvent.objects.exists()
    game.refresh_from_db()
    assert game.rated_at == NOON


def test_who_resigns_is_last_and_who_never_moved_spoils_the_rating(alice: Player, bob: Player) -> None:
    never = start(alice, bob)
    leaving.resign(never.pk, 0, source=Move.Source.FORM, now=NOON, player_id=alice.pk)
    assert ranks_of(Game.objects.get(pk=never.pk)) == {}
    moved = start(alice, bob)
    decide(moved)
    leaving.resign(moved.pk, 0, source=Move.Source.FORM, now=NOON, player_id=alice.pk)
    ranks = ranks_of(Game.objects.get(pk=moved.pk))
    assert ranks[bob.pk] < ranks[alice.pk]


def test_who_is_away_at_the_end_is_last_and_a_substitute_is_not_rated(alice: Player, bob: Player, carol: Player) -> None:
    game = start(alice, bob, ladder=Ladder(autopilot_after=2))
    decide(game)
    autopilot.hand_over(game.pk, alice.pk, now=NOON)
    autopilot.take_over(game.pk, carol, 0, now=NOON + DAY)
    play_out(game, now=NOON + DAY)
    ranks = ranks_of(game)
    assert set(ranks) == {alice.pk, bob.pk}
    assert ranks[alice.pk] == 3 > ranks[bob.pk]

    away = finished(alice, bob)
    Seat.objects.filter(game=away, player=bob).update(state=Seat.State.AWAY)
    assert ranks_of(away)[bob.pk] == 3


def test_who_left_before_the_start_is_not_rated(alice: Player, bob: Player, carol: Player) -> None:
    game = finished(alice, bob)
    seat = game.seats.get(index=1)
    Tenure.objects.create(seat=seat, player=carol, since=NOON - DAY, until=NOON - DAY / 2, ended_by="left")
    assert set(ranks_of(game)) == {alice.pk, bob.pk}


def test_a_voided_game_makes_the_later_ones_count_as_if_it_had_never_been(alice: Player, bob: Player, carol: Player) -> None:
    kept = finished(alice, bob)
    void = finished(alice, carol, seed=2, hours=1)
    finished(bob, carol, seed=3, hours=2)
    rate.rate_due(NOON)
    with_it = strengths()
    with transaction.atomic():
        assert rate.take_back(void, NOON) == 1
    assert strengths() != with_it
    assert strengths() == rate.replayed("turn_of_fate")
    assert {row.player_id: row.games for row in Rating.objects.all()} == {alice.pk: 1, bob.pk: 2, carol.pk: 1}
    assert RatingEvent.objects.filter(superseded=True).count() == 4
    assert RatingEvent.objects.filter(game=kept, replay=0, superseded=False).count() == 2
    with transaction.atomic():
        assert rate.take_back(void, NOON) == 0
    with transaction.atomic():
        assert rate.take_back(kept, NOON) == 1
    assert strengths() == rate.replayed("turn_of_fate")
    assert set(strengths()) == {bob.pk, carol.pk}


def test_the_history_cannot_be_rewritten(alice: Player, bob: Player) -> None:
    finished(alice, bob)
    rate.rate_due(NOON)
    with pytest.raises(ProgrammingError, match="append-only"):
        RatingEvent.objects.update(mu=99.0)


@pytest.mark.parametrize("point", ["rating.events", "rating.rated"])
def test_a_process_killed_in_the_middle_of_rating(alice: Player, bob: Player, point: str) -> None:
    finished(alice, bob)
    url = urlsplit(os.environ["FATE_DATABASE_URL"])._replace(path="/" + connection.settings_dict["NAME"]).geturl()
    there = os.environ | {"DJANGO_SETTINGS_MODULE": "fateapp.settings", "FATE_DATABASE_URL": url, "FATE_FAULTS": point}
    killed = subprocess.run([sys.executable, "-W", "ignore", "-c", WORKER], env=there, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert RatingEvent.objects.count() == (2 if point == "rating.rated" else 0)
    rate.rate_due(NOON)
    assert RatingEvent.objects.count() == 2
    assert strengths() == rate.replayed("turn_of_fate")


def test_audit_finds_a_rating_that_its_history_does_not_lead_to(alice: Player, bob: Player) -> None:
    finished(alice, bob)
    rate.rate_due(NOON)
    assert rating_complaints() == []
    Rating.objects.filter(player=alice).update(mu=40.0)
    assert rating_complaints() == [f"turn_of_fate: the rating of player {alice.pk} is not the one its history leads to."]


def test_one_game_that_cannot_be_rated_does_not_hold_up_the_others(alice: Player, bob: Player) -> None:
    broken = finished(alice, bob)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; ALTER TABLE games_game DROP CONSTRAINT game_result_shape")
    Game.objects.filter(pk=broken.pk).update(result={"scores": []})
    finished(alice, bob, seed=2, hours=1)
    assert rate.rate_due(NOON) == 1
    assert RatingEvent.objects.count() == 2


def test_finding_nothing_to_rate_takes_one_query(alice: Player, bob: Player, django_assert_num_queries: object) -> None:
    finished(alice, bob)
    rate.rate_due(NOON)
    with django_assert_num_queries(1):  # type: ignore[operator]
        rate.rate_due(NOON)
