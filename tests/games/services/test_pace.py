"""Tests of paces: valid values, time left after an answer, texts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.rules.messages import plain
from games.services.clocks import deadlines
from games.services.clocks.availability import PersonalTime
from games.services.clocks.pace import DAY, HOUR, PRESETS, Pace, per_move
from games.services.errors import Refused

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
BANK = Pace("bank", seconds=12 * HOUR, start=3 * DAY, cap=4 * DAY)
RESERVE = Pace("reserve", seconds=DAY, start=2 * DAY)


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (per_move(2 * DAY), "2 days per move"),
        (per_move(DAY), "1 day per move"),
        (per_move(36 * HOUR), "36 hours per move"),
        (per_move(90 * 60), "90 minutes per move"),
        (BANK, "3 days each, and 12 hours more for every move, up to 4 days"),
        (RESERVE, "1 day per move, with 2 days in reserve"),
        (Pace("daily", hour=9), "by 9:00 of your own time, every day"),
        (Pace("daily", hour=9, days=(0, 2)), "by 9:00 of your own time, on Mon, Wed"),
        (Pace("none"), "no time limit"),
    ],
)
def test_pace_in_words(pace: Pace, words: str) -> None:
    assert plain(pace.words()) == words


@pytest.mark.parametrize(
    ("pace", "longest"),
    [(per_move(HOUR), hours(1)), (RESERVE, hours(24)), (Pace("daily", hour=9), hours(24)), (BANK, None), (Pace(), None)],
)
def test_longest_move_of_a_pace(pace: Pace, longest: timedelta | None) -> None:
    assert pace.longest == longest


@pytest.mark.parametrize("pace", [BANK, RESERVE])
@pytest.mark.parametrize("reserve", [0, -DAY])
def test_used_up_reserve_allows_nothing_more(pace: Pace, reserve: int) -> None:
    assert pace.allowance(reserve) == (hours(24) if pace is RESERVE else timedelta())


@pytest.mark.parametrize("pace", list(PRESETS.values()))
def test_every_preset_reads_back_and_has_words(pace: Pace) -> None:
    assert Pace.read(pace.to_json()) == pace
    assert "{" not in plain(pace.words())


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "move", "seconds": 60},
        {"kind": "move", "seconds": 60 * DAY},
        {"kind": "bank", "seconds": DAY, "start": DAY, "cap": DAY},
        {"kind": "daily", "hour": 0, "days": [0]},
        {"kind": "daily", "hour": 23, "days": [6]},
    ],
)
def test_pace_at_its_bounds_is_taken(data: dict[str, object]) -> None:
    assert Pace.read(data).to_json() == data


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "x"},
        {"kind": "move"},
        {"kind": "move", "seconds": 59},
        {"kind": "move", "seconds": 60 * DAY + 1},
        {"kind": "daily", "hour": -1, "days": [0]},
        {"kind": "move", "seconds": 1.5},
        {"kind": "move", "seconds": True},
        {"kind": "move", "seconds": 60, "more": 1},
        {"kind": "bank", "seconds": DAY, "start": HOUR, "cap": DAY},
        {"kind": "bank", "seconds": HOUR, "start": 2 * DAY, "cap": DAY},
        {"kind": "daily", "hour": 24, "days": [0]},
        {"kind": "daily", "hour": 8, "days": []},
        {"kind": "daily", "hour": 8, "days": [7]},
        {"kind": "daily", "hour": 8, "days": [1, 0]},
        {"kind": "daily", "hour": 8, "days": "all"},
    ],
)
def test_pace_that_makes_no_sense_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(Refused):
        Pace.read(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"kind": "fast"}, "There is no such kind of pace. There are: none, move, bank, reserve, daily."),
        ({"kind": "move", "seconds": HOUR, "days": []}, "A pace of the kind “move” has exactly these fields: kind, seconds."),
        ({"kind": "none", "seconds": HOUR}, "A pace of the kind “none” has exactly these fields: kind."),
        ({"kind": "move", "seconds": 1}, "This pace is not valid: times must be between one minute and sixty days."),
    ],
)
def test_refusal_says_what_is_wrong_with_a_pace(data: dict[str, object], words: str) -> None:
    with pytest.raises(Refused) as refused:
        Pace.read(data)
    assert str(refused.value) == words


@pytest.mark.parametrize(
    ("pace", "reserve", "used", "left"),
    [
        (BANK, 3 * DAY, hours(10), 3 * DAY + 2 * HOUR),
        (BANK, 3 * DAY, hours(0), 3 * DAY + 12 * HOUR),
        (BANK, 4 * DAY, hours(0), 4 * DAY),
        (BANK, DAY, hours(24), 12 * HOUR),
        (RESERVE, 2 * DAY, hours(20), 2 * DAY),
        (RESERVE, 2 * DAY, hours(30), 2 * DAY - 6 * HOUR),
        (RESERVE, 2 * DAY, hours(72), 0),
        (per_move(DAY), 0, hours(20), 0),
    ],
)
def test_what_is_left_after_a_move(pace: Pace, reserve: int, used: timedelta, left: int) -> None:
    assert pace.left(reserve, used) == left


@pytest.mark.parametrize(
    ("pace", "reserve", "due"),
    [
        (per_move(DAY), 0, hours(24)),
        (BANK, 3 * DAY, hours(72)),
        (RESERVE, 2 * DAY, hours(72)),
        (RESERVE, 0, hours(24)),
        (Pace("daily", hour=21), 0, hours(32)),
        (Pace("daily", hour=23), 0, hours(10)),
        (Pace("daily", hour=18, days=(3,)), 0, hours(77)),
    ],
)
def test_deadline_of_each_kind(pace: Pace, reserve: int, due: timedelta) -> None:
    assert deadlines.deadline(pace, NOON, reserve, PersonalTime(ZoneInfo("Europe/Berlin"))) == NOON + due


def test_no_limit_has_no_deadline() -> None:
    assert deadlines.deadline(Pace(), NOON) is None


def test_presets_allow_what_their_names_say() -> None:
    hour, day = 3600, 86400
    assert {name: (pace.kind, pace.seconds, pace.start, pace.cap) for name, pace in PRESETS.items() if pace.seconds} == {
        "hours": ("move", 6 * hour, 0, 0),
        "day": ("move", day, 0, 0),
        "two-days": ("move", 2 * day, 0, 0),
        "three-days": ("move", 3 * day, 0, 0),
        "week": ("move", 7 * day, 0, 0),
        "bank": ("bank", 12 * hour, 5 * day, 10 * day),
        "reserve": ("reserve", day, 5 * day, 0),
    }
    daily = {name: (pace.hour, pace.days) for name, pace in PRESETS.items() if pace.kind == "daily"}
    assert daily == {"evenings": (21, tuple(range(7))), "working-days": (18, (0, 1, 2, 3, 4))}
    assert PRESETS["none"] == Pace()
