"""Waiting for a condition, with a time limit instead of a fixed delay."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(condition: Callable[[], object], what: str, seconds: float = 120.0) -> None:
    """Return as soon as the condition holds; fail, naming `what`, when the time is up."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"waited {seconds:.0f} s in vain for: {what}"
        time.sleep(0.02)
