"""Tests of absences with their budget, quiet hours and days off, and of their effect on running deadlines."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, strategies as st

from games.models import Game, Player
from games.services.clocks import availability, personal_time
from games.services.clocks.availability import Interval
from games.services.clocks.pace import per_move
from games.services.errors import Refused
from notifications.models import Message
from tests.games.conftest import DAY, NOON, start
from tests.games.moves import asked, sweep_at

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
WEEK = {"quiet": None, "days_off": (), "leads": None, "volunteer": False}


def week(player: Player, now: datetime = NOON, **more: Any) -> None:
    personal_time.settle_rhythm(player.pk, **{**WEEK, **more}, now=now)


def test_absence_that_begins_a_minute_before_zero_keeps_that_minute_for_later(alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    mover = asked(game).player
    assert mover is not None
    personal_time.declare(mover.pk, NOON + DAY - MINUTE, NOON + 5 * DAY, now=NOON + HOUR)
    assert asked(game).due_at == NOON + 5 * DAY + MINUTE


def test_deadline_that_has_passed_is_not_rescued_by_an_absence(alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    mover = asked(game).player
    assert mover is not None
    personal_time.declare(mover.pk, NOON, NOON + 5 * DAY, now=NOON + DAY)
    assert asked(game).due_at == NOON + DAY
    assert sweep_at(NOON + DAY).timeouts == 1


def test_absence_in_the_past_gives_nothing_back(alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    mover = asked(game).player
    assert mover is not None
    personal_time.declare(mover.pk, NOON - 9 * DAY, NOON + DAY, now=NOON + 12 * HOUR)
    assert asked(game).due_at == NOON + DAY + 12 * HOUR


def test_absence_moves_no_clock_of_a_game_in_trouble(alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    mover = asked(game).player
    assert mover is not None
    Game.objects.update(trouble="made up")
    personal_time.declare(mover.pk, NOON + HOUR, NOON + 5 * DAY, now=NOON)
    assert asked(game).due_at == NOON + DAY


def test_absence_that_began_a_year_ago_is_counted_once() -> None:
    """The year begins with an absence that is part of it; one that ended before takes nothing from its budget."""
    first = Interval(NOON, NOON + 30 * DAY)
    assert personal_time.used([first], NOON + 29 * DAY) == 30 * DAY
    assert personal_time.used([first], NOON + 365 * DAY) == 30 * DAY
    assert personal_time.used([first], NOON + 396 * DAY) == timedelta()


@pytest.mark.parametrize(
    "change", [{"quiet": (0, 360)}, {"quiet": (1439, 300)}, {"days_off": (0, 1, 2)}, {"leads": (1, 2, 3, 4, 14 * 1440)}]
)
def test_week_at_its_bounds_is_kept(alice: Player, change: dict[str, Any]) -> None:
    week(alice, **change)
    alice.refresh_from_db()
    ((name, value),) = change.items()
    assert sorted(alice.personal[name]) == sorted(value)


def test_absence_does_nothing_where_the_table_does_not_count_it(alice: Player, bob: Player) -> None:
    game = start(alice, bob, absences_count=False)
    for player in (alice, bob):
        personal_time.declare(player.pk, NOON + HOUR, NOON + 5 * DAY, now=NOON)
    assert asked(game).due_at == NOON + DAY


def test_clock_runs_again_when_the_person_is_back_early(alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    mover = asked(game).player
    assert mover is not None
    personal_time.declare(mover.pk, NOON + 6 * HOUR, NOON + 5 * DAY, now=NOON)
    personal_time.withdraw(mover.pk, NOON + 6 * HOUR, now=NOON + DAY)
    assert asked(game).due_at == NOON + DAY + 18 * HOUR
    mover.refresh_from_db()
    assert personal_time.absences_of(mover) == [Interval(NOON + 6 * HOUR, NOON + DAY)]


def test_moved_deadline_warns_again_exactly_once(alice: Player, bob: Player) -> None:
    game = start(alice, bob, pace=per_move(int(2 * DAY.total_seconds())))
    mover = asked(game).player
    assert mover is not None
    reminders = Message.objects.filter(kind="reminder", recipient=mover)
    for hour in range(30):
        sweep_at(NOON + hour * HOUR)
    assert reminders.count() == 1  # 24 hours before the deadline
    personal_time.declare(mover.pk, NOON + 30 * HOUR, NOON + 54 * HOUR, now=NOON + 30 * HOUR)
    assert asked(game).due_at == NOON + 3 * DAY
    for hour in range(30, 72):
        sweep_at(NOON + hour * HOUR)
        sweep_at(NOON + hour * HOUR)
    assert reminders.count() == 3  # again 24 hours before the new deadline, and 4 hours before


def test_deadline_that_moves_nearer_leaves_an_hour_and_warns_at_once(alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    mover = asked(game).player
    assert mover is not None
    week(mover, quiet=(12 * 60, 23 * 60))
    assert asked(game).due_at == NOON + DAY + 11 * HOUR
    now = NOON + DAY + 2 * HOUR
    week(mover, now)
    assert (asked(game).due_at, asked(game).remind_at) == (now + HOUR, now)
    assert sweep_at(now).reminders == 1
    assert sweep_at(now + HOUR / 2).reminders == 0


def test_budget_of_a_year_cannot_be_passed_in_pieces(alice: Player) -> None:
    for number in range(5):
        first = NOON + number * 20 * DAY
        personal_time.declare(alice.pk, first, first + 7 * DAY, now=NOON)
    with pytest.raises(Refused, match=r"35 days a year; this is 1 day too many\."):
        personal_time.declare(alice.pk, NOON + 200 * DAY, NOON + 200 * DAY + 12 * HOUR, now=NOON)
    personal_time.declare(alice.pk, NOON + 365 * DAY, NOON + 372 * DAY, now=NOON)


def test_withdrawn_absence_returns_to_the_budget_but_a_used_one_does_not(alice: Player) -> None:
    personal_time.declare(alice.pk, NOON, NOON + 20 * DAY, now=NOON)
    personal_time.declare(alice.pk, NOON + 50 * DAY, NOON + 65 * DAY, now=NOON)
    personal_time.withdraw(alice.pk, NOON + 50 * DAY, now=NOON + DAY)
    personal_time.withdraw(alice.pk, NOON, now=NOON + 10 * DAY)
    personal_time.declare(alice.pk, NOON + 20 * DAY, NOON + 45 * DAY, now=NOON + 10 * DAY)
    with pytest.raises(Refused, match="too many"):
        personal_time.declare(alice.pk, NOON + 50 * DAY, NOON + 51 * DAY, now=NOON + 10 * DAY)


@pytest.mark.parametrize(("start_", "length"), [(NOON, 11 * HOUR), (NOON + DAY, -DAY), (NOON + 366 * DAY, DAY), (NOON, 36 * DAY)])
def test_absence_that_does_not_fit_is_refused_and_changes_nothing(alice: Player, start_: datetime, length: timedelta) -> None:
    with pytest.raises(Refused):
        personal_time.declare(alice.pk, start_, start_ + length, now=NOON)
    alice.refresh_from_db()
    assert alice.personal == {}


@pytest.mark.parametrize(
    "change",
    [
        {"quiet": (0, 15 * 60)},
        {"quiet": (600, 600)},
        {"quiet": (-1, 60)},
        {"quiet": (0, 1440)},
        {"days_off": (0, 1, 2, 3)},
        {"days_off": (7,)},
        {"leads": (0,)},
        {"leads": (30_000,)},
        {"leads": (1, 2, 3, 4, 5, 6)},
    ],
)
def test_week_that_leaves_no_room_to_play_is_refused(alice: Player, change: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        week(alice, **change)
    alice.refresh_from_db()
    assert alice.personal == {}


def test_week_keeps_the_absences_and_absences_keep_the_week(alice: Player) -> None:
    personal_time.declare(alice.pk, NOON, NOON + DAY, now=NOON)
    week(alice, quiet=(1320, 480), days_off=(6,), leads=(60, 600), volunteer=True)
    personal_time.declare(alice.pk, NOON + 3 * DAY, NOON + 4 * DAY, now=NOON)
    alice.refresh_from_db()
    assert alice.volunteer
    away = [[NOON.isoformat(), (NOON + DAY).isoformat()], [(NOON + 3 * DAY).isoformat(), (NOON + 4 * DAY).isoformat()]]
    assert alice.personal == {"quiet": [1320, 480], "days_off": [6], "leads": [600, 60], "absences": away}


def test_changing_the_week_over_and_over_cannot_stall(alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    mover = asked(game).player
    assert mover is not None
    for number in range(40):
        now = NOON + DAY - MINUTE + number * 6 * HOUR
        if (asked(game).due_at or now) <= now:
            break
        begin = (now.hour * 60 + now.minute) % 1440
        week(mover, now, quiet=(begin, (begin + 840) % 1440), days_off=(now.weekday(), (now.weekday() + 1) % 7))
    due = asked(game).due_at
    assert due is not None
    assert due <= NOON + DAY + availability.LONGEST_SLIDE


moments = st.integers(0, 24 * 500).map(lambda hour: NOON + hour * HOUR)
absences = st.lists(st.builds(lambda start, length: Interval(start, start + length * HOUR), moments, st.integers(12, 400)), max_size=5)


@given(absences, moments)
def test_used_is_at_least_what_lies_in_the_year_before(away: list[Interval], moment: datetime) -> None:
    known = availability.merged(away)
    before = personal_time.YEAR - availability.running_between(moment - personal_time.YEAR, moment, known)
    assert before <= personal_time.used(known, moment) <= sum((pause.end - pause.start for pause in known), timedelta())


@pytest.mark.parametrize(
    ("hours", "absences_count", "found"),
    [(0, True, ""), (10, True, "night"), (24, True, "away"), (47, True, "away"), (48, True, ""), (24, False, "")],
)
def test_rest_is_an_absence_that_counts_or_the_night(alice: Player, hours: int, absences_count: bool, found: str) -> None:
    """Quiet from ten in the evening until eight; absent from noon tomorrow for a day."""
    week(alice, quiet=(22 * 60, 8 * 60))
    personal_time.declare(alice.pk, NOON + DAY, NOON + 2 * DAY, now=NOON)
    alice.refresh_from_db()
    assert personal_time.resting(alice, NOON + hours * HOUR, absences_count=absences_count) == found
