"""Tests of deadlines, reminders, timeouts, and seats lost on time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Move, Player, Seat, Tenure
from games.services.clocks import deadlines, sweep
from games.services.clocks.pace import PRESETS, per_move
from notifications.models import Message
from tests.games.conftest import DAY, NOON, start
from tests.games.moves import asked, move, sweep_at

HOUR = timedelta(hours=1)


def test_nothing_is_judged_before_its_time(game: Game) -> None:
    assert sweep_at(NOON + DAY - timedelta(seconds=1)).timeouts == 0
    assert sweep_at(NOON + DAY).timeouts == 1


def test_timeout_plays_the_fallback_dated_when_it_was_due(game: Game) -> None:
    seat = asked(game)
    late = NOON + DAY + 3 * HOUR
    sweep_at(late)
    line = Move.objects.get(game=game, seat=seat.index, nth=seat.nth)
    assert (line.text, line.source, line.at) == ("pass", "timeout", NOON + DAY)
    assert asked(game).due_at == late + DAY


@pytest.mark.parametrize("state", [{"trouble": "made up"}, {"status": "cancelled"}])
def test_deadline_of_a_game_that_stands_still_is_not_judged(game: Game, state: dict[str, str]) -> None:
    """Stopping a game clears its deadlines; a remaining one has no effect."""
    Game.objects.update(**state)
    assert sweep_at(NOON + 2 * DAY).timeouts == 0
    assert not Move.objects.filter(source="timeout").exists()


def test_second_sweep_finds_nothing(game: Game) -> None:
    sweep_at(NOON + DAY)
    assert sweep_at(NOON + DAY).timeouts == 0


def test_third_timeout_in_a_row_loses_the_seat_and_the_game(game: Game) -> None:
    absent, now = asked(game).index, NOON
    while True:
        now += DAY + HOUR
        if asked(game).index == absent:
            sweep_at(now)
        else:
            move(game, now=now)
        game.refresh_from_db()
        if game.is_over:
            break
    assert game.result is not None
    assert game.result["reason"] == "forfeited"
    assert game.result["ranks"][absent] == 2
    assert Seat.objects.get(game=game, index=absent).state == Seat.State.FORFEITED
    assert Move.objects.filter(game=game, source="timeout", kind="answer").count() == 2
    assert Tenure.objects.get(seat__game=game, seat__index=absent).ended_by == "forfeited"


def test_own_answer_forgives_earlier_timeouts(game: Game) -> None:
    first = asked(game).index
    sweep_at(NOON + DAY)
    assert Seat.objects.get(game=game, index=first).timeouts == 1
    move(game, now=NOON + DAY)
    move(game, now=NOON + DAY)
    assert Seat.objects.get(game=game, index=first).timeouts == 0


def test_game_without_limit_has_no_deadline(alice: Player, bob: Player) -> None:
    game = start(alice, bob, pace=PRESETS["none"])
    assert asked(game).due_at is None
    assert asked(game).remind_at is None
    assert sweep_at(NOON + 1000 * DAY) == sweep.Swept(0, 0)


def test_seat_is_kept_for_ever_when_the_table_wants_it(alice: Player, bob: Player) -> None:
    game, now = start(alice, bob, forfeit_after=0), NOON
    for _ in range(8):
        now += 2 * DAY
        sweep_at(now)
    game.refresh_from_db()
    assert Seat.objects.filter(game=game, state="playing").count() == 2
    assert game.result is None or game.result["reason"] != "forfeited"


def test_each_reminder_is_put_once_and_never_after_the_answer(alice: Player, bob: Player) -> None:
    game = start(alice, bob, pace=per_move(int(3 * DAY.total_seconds())))
    seat = asked(game)
    reminders = Message.objects.filter(kind="reminder", recipient=seat.player)
    for hours in range(0, 72, 1):
        sweep_at(NOON + hours * HOUR)
        sweep_at(NOON + hours * HOUR)
    assert reminders.count() == 2
    move(game, now=NOON + 71 * HOUR)
    assert sweep_at(NOON + 72 * HOUR).reminders == 0


@pytest.mark.parametrize(
    ("hours", "expected"),
    [(72, [48, 68]), (48, [24, 44]), (24, [20]), (6, [2]), (3, [2])],
)
def test_reminders_fit_the_pace(hours: int, expected: list[float]) -> None:
    moments = deadlines.reminders(NOON, NOON + hours * HOUR)
    assert [(moment - NOON) / HOUR for moment in moments] == expected


def test_broken_game_does_not_stop_the_round(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, sound = start(alice, bob), start(bob, alice)
    Game.objects.filter(pk=broken.pk).update(position="{}")
    assert sweep_at(NOON + DAY).timeouts == 1
    broken.refresh_from_db()
    assert broken.trouble
    assert asked(sound).due_at == NOON + 2 * DAY
    assert sweep_at(NOON + DAY).timeouts == 0


def test_bank_is_used_up_and_refilled(alice: Player, bob: Player) -> None:
    game = start(alice, bob, pace=PRESETS["bank"])
    seat = asked(game)
    assert seat.due_at == NOON + 5 * DAY
    move(game, now=NOON + 2 * DAY)
    assert Seat.objects.get(pk=seat.pk).reserve == 3 * 86_400 + 12 * 3600


def test_deadline_keeps_out_of_quiet_hours_and_absences(alice: Player, bob: Player) -> None:
    away = [(NOON + 12 * HOUR).isoformat(), (NOON + 60 * HOUR).isoformat()]
    for player in (alice, bob):
        player.personal = {"quiet": [22 * 60, 8 * 60], "absences": [away]}
        player.save()
    game = start(alice, bob)
    assert asked(game).due_at == NOON + 3 * DAY
    other = start(bob, alice, absences_count=False)
    assert asked(other).due_at == NOON + DAY


def test_own_reminder_ladder_is_followed(alice: Player, bob: Player) -> None:
    for player in (alice, bob):
        player.personal = {"leads": [600, 60]}
        player.save()
    game = start(alice, bob)
    seat = asked(game)
    assert seat.remind_at == NOON + 14 * HOUR
    assert sweep_at(NOON + 14 * HOUR).reminders == 1
    assert asked(game).remind_at == NOON + 23 * HOUR


def test_timeout_that_loses_the_seat_is_counted(alice: Player, bob: Player) -> None:
    game = start(alice, bob, forfeit_after=1)
    assert sweep_at(NOON + DAY).timeouts == 1
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
