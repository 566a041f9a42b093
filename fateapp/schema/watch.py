"""Does the database still fit, for processes that serve: looked at now and then, however often it is asked."""

from __future__ import annotations

import threading
import time

from fateapp.schema import difference

PAUSE = 5.0
"""Seconds for which an answer holds."""


class Watch:
    """One look for all threads of a process. While one of them looks, the others take the last answer."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._said = ""
        self._next = 0.0

    def sentence(self) -> str:
        """What is amiss, with the remedy; "" when nothing is. Raises what the database raises."""
        if time.monotonic() >= self._next and self._lock.acquire(blocking=self._next == 0.0):
            try:
                if time.monotonic() >= self._next:
                    self._said = difference.look().sentence()
                    self._next = time.monotonic() + PAUSE
            finally:
                self._lock.release()
        return self._said

    def forget(self) -> None:
        """Look again when asked the next time."""
        self._next = 0.0


watch = Watch()
