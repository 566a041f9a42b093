"""How many threads of a process may be busy with one kind of work; a call beyond that is noted, and its caller goes on to other work."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Lane:
    """So many at a time. Work that is asked for meanwhile is done by one of them afterwards, once for all who asked."""

    def __init__(self, width: int) -> None:
        self._places = threading.Semaphore(width)
        self._wanted = threading.Event()

    def run(self, work: Callable[[], None]) -> None:
        """Do the work now, or have it done by who is at it."""
        self._wanted.set()
        while self._wanted.is_set() and self._places.acquire(blocking=False):
            try:
                self._wanted.clear()
                work()
            finally:
                self._places.release()
