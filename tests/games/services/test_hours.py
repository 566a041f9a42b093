"""Tests of personal time: where deadlines fall, across time zones and both clock changes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from games.services.clocks.availability import LONGEST_SLIDE, Interval, PersonalTime, add_running, deadline, merged, running_between, slide

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
BERLIN = ZoneInfo("Europe/Berlin")
ZONES = [ZoneInfo(name) for name in ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Chatham", "Australia/Lord_Howe")]

moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)).map(lambda moment: moment.replace(tzinfo=UTC))  # noqa: DTZ001 - made aware
lengths = st.timedeltas(timedelta(minutes=1), timedelta(days=14))
intervals = st.builds(lambda start, length: Interval(start, start + length), moments, lengths)
people = st.builds(
    PersonalTime,
    zone=st.sampled_from(ZONES),
    quiet=st.none() | st.tuples(st.integers(0, 1439), st.integers(0, 1439)).filter(lambda pair: pair[0] != pair[1]),
    days_off=st.frozensets(st.integers(0, 6), max_size=4),
    absences=st.lists(intervals, max_size=3).map(tuple),
)


def at(text: str, zone: ZoneInfo = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


NIGHTS = PersonalTime(BERLIN, quiet=(22 * 60, 8 * 60))
WEEKENDS = PersonalTime(BERLIN, days_off=frozenset({5, 6}))


@pytest.mark.parametrize(
    ("person", "asked", "hours", "due"),
    [
        (NIGHTS, "2026-03-02T12:00", 4, "2026-03-02T16:00"),
        (NIGHTS, "2026-03-02T12:00", 10, "2026-03-03T08:00"),
        (NIGHTS, "2026-03-02T12:00", 11, "2026-03-03T08:00"),
        (NIGHTS, "2026-03-02T12:00", 20, "2026-03-03T08:00"),
        (NIGHTS, "2026-03-02T12:00", 21, "2026-03-03T09:00"),
        (WEEKENDS, "2026-03-06T12:00", 24, "2026-03-09T00:00"),
        (WEEKENDS, "2026-03-06T12:00", 11, "2026-03-06T23:00"),
        # The night of 29 March 2026 has no 02:00–03:00 in Berlin; that of 25 October has it twice.
        (PersonalTime(BERLIN, quiet=(60, 150)), "2026-03-28T12:00", 13, "2026-03-29T03:30"),
        (NIGHTS, "2026-10-24T20:00", 5, "2026-10-25T08:00"),
        (NIGHTS, "2026-03-28T20:00", 5, "2026-03-29T08:00"),
    ],
)
def test_deadline_slides_to_the_end_of_quiet_time(person: PersonalTime, asked: str, hours: int, due: str) -> None:
    assert deadline(at(asked).astimezone(UTC), hours * HOUR, person) == at(due).astimezone(UTC)


def test_absence_that_begins_a_minute_before_zero_leaves_that_minute() -> None:
    asked = at("2026-03-02T12:00").astimezone(UTC)
    away = Interval(asked + DAY - timedelta(minutes=1), asked + 8 * DAY)
    assert deadline(asked, DAY, PersonalTime(BERLIN, absences=(away,))) == away.end + timedelta(minutes=1)


def test_time_that_has_run_when_a_pause_begins_ends_there() -> None:
    asked = at("2026-03-02T12:00").astimezone(UTC)
    assert add_running(asked, DAY, [Interval(asked + DAY, asked + 3 * DAY)]) == asked + DAY
    assert merged([Interval(asked, asked)]) == []


def test_overlapping_absences_and_pauses_count_once() -> None:
    asked = at("2026-03-02T12:00").astimezone(UTC)
    away = [Interval(asked + hours * HOUR, asked + (hours + 10) * HOUR) for hours in (2, 5, 9)]
    assert deadline(asked, DAY, PersonalTime(absences=tuple(away[:2])), away[1:]) == asked + DAY + 17 * HOUR


@given(moments, lengths, people)
def test_deadline_is_never_early_and_never_in_quiet_time(asked: datetime, length: timedelta, person: PersonalTime) -> None:
    due = deadline(asked, length, person)
    assert due >= asked + length
    rested = add_running(asked, length, person.absences)
    assert rested <= due <= rested + LONGEST_SLIDE
    if due < rested + LONGEST_SLIDE:
        assert slide(due, person) == due
        assert not any(away.start <= due < away.end for away in person.absences)


@given(moments, lengths, st.lists(intervals, max_size=5))
def test_running_time_is_what_was_added(start: datetime, length: timedelta, stopped: list[Interval]) -> None:
    end = add_running(start, length, stopped)
    assert running_between(start, end, stopped) == length


@given(moments, lengths, lengths, st.lists(intervals, max_size=5))
def test_running_time_in_two_pieces_is_the_whole(start: datetime, one: timedelta, two: timedelta, stopped: list[Interval]) -> None:
    assert add_running(add_running(start, one, stopped), two, stopped) == add_running(start, one + two, stopped)


@given(st.lists(intervals, max_size=6))
def test_merged_intervals_are_apart_and_keep_every_moment(given_: list[Interval]) -> None:
    result = merged(given_)
    assert all(before.end < after.start for before, after in pairwise(result))
    for interval in given_:
        assert any(big.start <= interval.start and interval.end <= big.end for big in result)


@pytest.mark.parametrize("zone", ["Nowhere/Nothing", "", "../etc/passwd", "America"])
def test_unknown_zone_counts_as_utc(zone: str) -> None:
    assert PersonalTime.read(zone, {}).zone == ZoneInfo("UTC")
