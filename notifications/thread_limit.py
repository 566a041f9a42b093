"""Limit the threads of a process that run one kind of work at the same time."""

import threading
from collections.abc import Callable


class ThreadLimit:
    """Up to `limit` threads at a time. Work requested while all are busy is done once more by one of them afterwards."""

    def __init__(self, limit: int) -> None:
        self._threads = threading.Semaphore(limit)
        self._requested = threading.Event()

    def run(self, work: Callable[[], None]) -> None:
        """Do the work now, or have a busy thread repeat it."""
        self._requested.set()
        while self._requested.is_set() and self._threads.acquire(blocking=False):
            try:
                self._requested.clear()
                work()
            finally:
                self._threads.release()
