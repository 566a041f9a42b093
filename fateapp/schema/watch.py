"""Whether the schema still fits, for serving processes: checked at most every PAUSE seconds."""

import threading
import time

from fateapp.schema import difference

PAUSE = 5.0
"""Seconds for which a result is cached."""


class Watch:
    """One cached check for all threads of a process. While one thread checks, the others use the last result."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._said = ""
        self._next = 0.0

    def sentence(self) -> str:
        """The difference with the remedy; "" without one. Raises database errors."""
        if time.monotonic() >= self._next and self._lock.acquire(blocking=self._next == 0.0):
            try:
                if time.monotonic() >= self._next:
                    self._said = difference.look().sentence()
                    self._next = time.monotonic() + PAUSE
            finally:
                self._lock.release()
        return self._said

    def forget(self) -> None:
        """Drop the cached result."""
        self._next = 0.0


watch = Watch()
