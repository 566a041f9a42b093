"""Times that are promised, measured so that other people's work on the machine does not count."""

from __future__ import annotations

import os
import time
from pathlib import Path

SCHEDULER = Path("/proc/thread-self/schedstat")
"""Nanoseconds that this thread has run and that it has waited for a processor, and how often (the kernel's sched-stats.rst)."""


class Stopwatch:
    """Runs from its making on, for the thread that made it: waiting for a network, a lock or a sleep counts, for a processor not."""

    def __init__(self) -> None:
        self._began, self._queued = time.monotonic(), queued()

    @property
    def seconds(self) -> float:
        """What has passed."""
        return time.monotonic() - self._began - (queued() - self._queued)


def queued() -> float:
    """Seconds that this thread has waited for a processor; nothing where the kernel does not count that."""
    return int(SCHEDULER.read_text().split()[1]) / 1e9 if SCHEDULER.exists() else 0.0


def stretched(seconds: float) -> float:
    """What so many seconds of several processes may become on a machine with more work than processors; the same on a quiet one."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
