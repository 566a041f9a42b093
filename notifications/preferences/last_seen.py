"""When a person was last active in a thread, for the rhythm "until I act". The app that owns the threads registers a reader."""

from collections.abc import Callable, Iterable
from datetime import datetime

Thread = tuple[int, str]
"""A person's id and a thread."""

LastSeenReader = Callable[[set[Thread]], dict[Thread, datetime]]
_readers: list[LastSeenReader] = []


def register(reader: LastSeenReader) -> None:
    """Register `reader(threads)`, which returns the time of the last activity of those it knows, with a fixed number of queries."""
    if reader not in _readers:
        _readers.append(reader)


def last_activity(threads: Iterable[Thread]) -> dict[Thread, datetime]:
    """The last time each person viewed or acted in the thread; those without any activity are left out."""
    wanted = set(threads)
    found: dict[Thread, datetime] = {}
    for reader in _readers if wanted else []:
        for thread, moment in reader(wanted).items():
            found[thread] = max(moment, found.get(thread, moment))
    return found
