"""Tests of the figures and the report of `manage.py month`. The simulation itself is a measurement (docs/measurements/month.md)."""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.bench import month


def test_games_are_counted_with_their_smallest_and_largest_tables() -> None:
    """The same seed gives the same figure, which lies between the shortest and the longest possible game."""
    found = month.decisions_per_game(Random(1))
    assert found == month.decisions_per_game(Random(1))
    assert 20 < found < 1000


def test_compressed_minutes() -> None:
    assert month.Plan(games=100_000, minutes=12, speed=4).seconds == 180


@pytest.mark.django_db
def test_report_adds_up_what_the_arms_did() -> None:
    """With two processes: rates are per minute of the simulated hour, shares of a core are of its seconds."""
    arms = [month.Tally([0.010] * 99 + [0.5], [0.0] * 100, passed=2), month.Tally([0.010] * 100, [0.25] * 100, refused=3)]
    plan = month.Plan(games=1000, minutes=2, speed=4)
    said = dict(month.report(plan, 100.0, 0.1, arms, {"worker": 6.0}, 1.5))
    assert said["moves a minute"] == "100 (refused because the judge was quicker: 3; put off by the database: 0)"
    assert said["a move took"] == "p50 10.0 ms, p99 10.0 ms"
    assert said["deadlines passed a minute"] == "1; not judged at the end: 0"
    assert said["of one core in the peak hour"] == "worker 5.0%"
    assert said["expected in a minute of the peak hour"] == "6 moves, 0 deadlines passed"


def test_share_of_nothing_is_nothing() -> None:
    assert (month.share([], 0.99), month.share([1.0, 2.0], 0.5), month.share([1.0, 2.0], 0.99)) == (0.0, 2.0, 2.0)


def test_complaints_are_told_by_kind() -> None:
    """The kinds are kept because the logs are deleted after the measurement."""
    one = "Traceback (most recent call last):\n  File x\n    y()\nOperationalError: canceling statement\nDETAIL: of it\n"
    other = "Traceback (most recent call last):\n  File z\nKeyError: 3\n"
    assert month.complaints(f"line\n{one}line\n{other}{one}") == "3 (2 x OperationalError: canceling statement; 1 x KeyError: 3)"
    assert month.complaints("all quiet\n") == "0"


def test_own_processor_time_is_counted() -> None:
    """As the kernel counts it; the parent shows to which program a process belongs."""
    assert month.cpu()["people and web"] > 0
    _name, parent, seconds = month.processes_now()[os.getpid()]
    assert parent == os.getppid()
    assert seconds > 0
