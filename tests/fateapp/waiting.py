"""Waiting for a condition, with a time limit instead of a fixed delay."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(condition: Callable[[], object], what: str, seconds: float = 120.0) -> None:
    """Return soon after the condition holds; fail, naming `what`, when the time is up.

    Asks again after a twentieth of the time waited so far: a condition may cost a process, a page or a connection to the database.
    """
    begun = time.monotonic()
    while not condition():
        waited = time.monotonic() - begun
        assert waited < seconds, f"waited {seconds:.0f} s in vain for: {what}"
        time.sleep(min(max(0.02, waited / 20), 0.5))
