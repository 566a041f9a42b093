"""Tests of the times at which held messages are sent."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, strategies as st

from notifications.local_time import next_hour, zone_of

BERLIN = ZoneInfo("Europe/Berlin")
MOMENTS = st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 (hypothesis adds the zone)


@pytest.mark.parametrize(
    ("now", "hour", "expected"),
    [
        (datetime(2027, 3, 27, 12, tzinfo=UTC), 2, datetime(2027, 3, 28, 1, tzinfo=UTC)),  # 2:00 is skipped that night: first moment after
        (datetime(2027, 10, 30, 12, tzinfo=UTC), 2, datetime(2027, 10, 31, 0, tzinfo=UTC)),  # 2:00 exists twice: the first one
        (datetime(2027, 3, 1, 6, 59, tzinfo=UTC), 8, datetime(2027, 3, 1, 7, tzinfo=UTC)),
        (datetime(2027, 3, 1, 7, tzinfo=UTC), 8, datetime(2027, 3, 2, 7, tzinfo=UTC)),
    ],
)
def test_next_hour_in_berlin(now: datetime, hour: int, expected: datetime) -> None:
    assert next_hour(now, BERLIN, hour) == expected


@given(now=MOMENTS, hour=st.integers(0, 23), zone=st.sampled_from(sorted(available_timezones())).map(ZoneInfo))
def test_next_hour_is_always_ahead_and_within_two_days(now: datetime, hour: int, zone: ZoneInfo) -> None:
    moment = next_hour(now, zone, hour)

    assert timedelta(0) < moment - now <= timedelta(hours=49)


@pytest.mark.parametrize("name", ["Nowhere/Atlantis", "", "../etc/passwd", "Europe"])
def test_zone_of_an_unknown_name_is_utc(name: str) -> None:
    assert zone_of(name) == ZoneInfo("UTC")
