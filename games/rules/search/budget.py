"""The limits of a search. The clock is a parameter, so that tests count calls instead of seconds."""

from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]
"""Returns seconds of processor time; `time.thread_time` outside tests."""

MOST_WORLDS = 400
"""Default number of worlds; more worlds change no answer."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one search: seconds by a clock, and a number of worlds."""

    seconds: float
    clock: Clock
    worlds: int = MOST_WORLDS


def counted() -> Clock:
    """A clock that advances by a millisecond with each call, so that a search is the same on every machine."""
    calls = iter(range(1, 1 << 62))
    return lambda: next(calls) / 1000
