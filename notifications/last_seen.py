"""When somebody was last heard of in a thread. The app that owns the threads knows; this app asks it for the rhythm "until I act"."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

Thread = tuple[int, str]
"""A person's id and a thread."""

LastHeard = Callable[[set[Thread]], dict[Thread, datetime]]
_readers: list[LastHeard] = []


def register(reader: LastHeard) -> None:
    """Make known who answers: `reader(threads)` gives the last moment for those it knows, with a fixed number of queries."""
    if reader not in _readers:
        _readers.append(reader)


def last_activity(threads: Iterable[Thread]) -> dict[Thread, datetime]:
    """The last moment each of these people looked or acted there; those never heard of are left out."""
    wanted = set(threads)
    found: dict[Thread, datetime] = {}
    for reader in _readers if wanted else []:
        for thread, moment in reader(wanted).items():
            found[thread] = max(moment, found.get(thread, moment))
    return found
