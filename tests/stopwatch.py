"""Measuring of time limits, independent of the load of the machine."""

from __future__ import annotations

import os
import time
from pathlib import Path

SCHEDULER = Path("/proc/thread-self/schedstat")
"""The kernel's sched-stats.rst: nanoseconds that this thread has run, nanoseconds that it has waited for a processor, number of turns."""


class Stopwatch:
    """Measures from its creation, in the creating thread. Waits for a network, a lock or a sleep count, waits for a processor do not."""

    def __init__(self) -> None:
        self._began, self._queued = time.monotonic(), queued()

    @property
    def seconds(self) -> float:
        """The seconds since the creation, without those spent waiting for a processor."""
        return time.monotonic() - self._began - (queued() - self._queued)


def queued() -> float:
    """Seconds that this thread has waited for a processor; 0 where the kernel does not count them."""
    return int(SCHEDULER.read_text().split()[1]) / 1e9 if SCHEDULER.exists() else 0.0


def stretched(seconds: float) -> float:
    """A time limit for several processes, extended on an overloaded machine; unchanged on an idle one."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
