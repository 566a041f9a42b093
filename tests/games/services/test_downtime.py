"""Tests of the site's own downtime: it moves every running clock once, before any deadline is judged."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection

from games.models import Game, Heartbeat, Outage, Player, Seat
from games.services.clocks import downtime, sweep
from notifications.models import Message
from tests.games.conftest import DAY, NOON, start
from tests.games.moves import asked, move

MINUTE = timedelta(minutes=1)


def test_outage_of_twenty_minutes_costs_nobody_a_game(game: Game) -> None:
    sweep.sweep(NOON + DAY - 10 * MINUTE)
    seat = asked(game)
    back = NOON + DAY + 10 * MINUTE
    assert sweep.sweep(back).timeouts == 0
    assert asked(game).due_at == NOON + DAY + 20 * MINUTE
    assert Seat.objects.get(pk=seat.pk).timeouts == 0
    assert Outage.objects.get().clocks == 1
    assert Message.objects.filter(kind="clocks_moved").count() == 1
    assert sweep.sweep(back + 5 * MINUTE).timeouts == 0
    assert sweep.sweep(back + 10 * MINUTE).timeouts == 1


def test_short_gap_moves_nothing(game: Game) -> None:
    sweep.sweep(NOON)
    sweep.sweep(NOON + 5 * MINUTE)
    assert asked(game).due_at == NOON + DAY
    assert not Outage.objects.exists()


@pytest.mark.parametrize(("seconds", "recorded"), [(4, 0), (5, 5)])
def test_round_without_work_is_recorded_every_five_seconds(game: Game, seconds: int, recorded: int) -> None:
    sweep.sweep(NOON)
    sweep.sweep(NOON + timedelta(seconds=seconds))
    beat = Heartbeat.objects.get()
    assert (beat.swept_at, beat.beat_at) == (NOON + timedelta(seconds=recorded),) * 2


def test_gap_is_given_back_once(game: Game) -> None:
    sweep.sweep(NOON)
    for _ in range(3):
        downtime.record_round(NOON + 30 * MINUTE)
    assert asked(game).due_at == NOON + DAY + 30 * MINUTE
    assert Outage.objects.count() == 1


def test_question_asked_during_the_gap_gets_its_own_part_of_it(game: Game) -> None:
    sweep.sweep(NOON)
    move(game, now=NOON + 20 * MINUTE)
    downtime.record_round(NOON + 30 * MINUTE)
    assert asked(game).due_at == NOON + 20 * MINUTE + DAY + 10 * MINUTE


def test_clock_that_had_run_out_before_the_gap_is_still_judged(alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    downtime.record_round(NOON + DAY + MINUTE)
    assert sweep.sweep(NOON + 2 * DAY).timeouts == 1
    assert Outage.objects.count() == 1
    assert game.pk


def test_clock_that_was_a_day_ahead_and_is_set_right_costs_nobody_a_game(game: Game) -> None:
    """Later gaps are noticed again at once, not only from the next day on."""
    sweep.sweep(NOON)
    assert sweep.sweep(NOON + DAY + MINUTE).timeouts == 0
    assert asked(game).due_at == NOON + 2 * DAY + MINUTE
    sweep.sweep(NOON + 2 * MINUTE)
    assert Outage.objects.count() == 1
    sweep.sweep(NOON + 30 * MINUTE)
    assert list(Outage.objects.order_by("pk").values_list("start", flat=True)) == [NOON, NOON + 2 * MINUTE]


def test_moving_clocks_may_take_as_long_as_it_takes(game: Game) -> None:
    """A hundred thousand games need more than the statement timeout of ten seconds; an aborted round would start again for ever."""
    sweep.sweep(NOON)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '10s'")
        cursor.execute("""
            CREATE FUNCTION hurried() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF current_setting('statement_timeout') <> '0' THEN RAISE 'this would be cancelled'; END IF;
                RETURN NULL;
            END $$;
            CREATE TRIGGER hurried BEFORE UPDATE ON games_seat FOR EACH STATEMENT EXECUTE FUNCTION hurried()
        """)
    downtime.record_round(NOON + 30 * MINUTE)
    assert asked(game).due_at == NOON + DAY + 30 * MINUTE


def test_end_of_an_absence_moves_with_the_clocks_but_not_one_that_has_passed(game: Game) -> None:
    first, second = Seat.objects.filter(game=game).order_by("index")
    downtime.record_round(NOON)
    Seat.objects.filter(pk=first.pk).update(away_until=NOON + DAY)
    Seat.objects.filter(pk=second.pk).update(away_until=NOON - DAY)
    downtime.record_round(NOON + 30 * MINUTE)
    found = Seat.objects.filter(game=game).order_by("index").values_list("away_until", flat=True)
    assert list(found) == [NOON + DAY + 30 * MINUTE, NOON - DAY]
