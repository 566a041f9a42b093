"""How long a search may think. The clock is handed in, so that a test counts calls instead of seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]
"""Seconds of computing so far; `time.thread_time` outside tests."""

MOST_WORLDS = 400
"""More worlds than this change no answer."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one search: seconds by a clock, and worlds looked at."""

    seconds: float
    clock: Clock
    worlds: int = MOST_WORLDS


def counted() -> Clock:
    """A clock on which every look takes a thousandth of a second: the same search, whatever the machine."""
    looks = iter(range(1, 1 << 62))
    return lambda: next(looks) / 1000
