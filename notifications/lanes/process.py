"""The process that makes the calls: a thread for each lane and one that spreads news, each with a database connection of its own.

It depends on nothing but PostgreSQL. Any number of these processes may run; what one of them leaves undone, another one does.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable

from django.db import connection

from notifications.channels import registry
from notifications.clock import database_now
from notifications.lanes.lane import AWAY, Lane
from notifications.lanes.rules import Rules
from notifications.lanes.spreading import FanOut

log = logging.getLogger(__name__)

POLL = 0.5
"""Seconds between two looks while there is nothing to do; with one index lookup each they cost next to nothing."""

PATIENCE = 5.0
"""Seconds the calls under way have left when the process is told to stop: half of what a supervisor waits."""

PAUSE = 2.0
"""Seconds after a failure of the database."""

RESOLVER = "timeout:2 attempts:2"
"""For the system's resolver, unless the operator has set RES_OPTIONS: it is to give up before the call does."""


def serve(stop: threading.Event) -> None:
    """Make calls until `stop` is set."""
    os.environ.setdefault("RES_OPTIONS", RESOLVER)
    works: list[tuple[str, Callable[[], None]]] = [
        ("spreading", lambda: _spread(stop)),
        *((rules.medium, _lane(rules, stop)) for rules in registry.lanes()),
    ]
    threads = [threading.Thread(target=_guarded, args=[work, stop], name=name) for name, work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _guarded(work: Callable[[], None], stop: threading.Event) -> None:
    """One part that ends takes the others with it, so that a supervisor starts all of them again."""
    try:
        work()
    except Exception:
        log.exception("calls_failed")
    finally:
        stop.set()
        connection.close()


def _spread(stop: threading.Event) -> None:
    rounds = FanOut()
    while not stop.is_set():
        _carefully(lambda: rounds.round(database_now()), stop)
        stop.wait(POLL)


def _lane(rules: Rules, stop: threading.Event) -> Callable[[], None]:
    lane = Lane(rules, database_now)

    def work() -> None:
        while not stop.is_set():
            _carefully(lambda: _turn(lane), stop)
        _carefully(lambda: lane.leave(PATIENCE), stop)

    return work


def _turn(lane: Lane) -> None:
    """Begin what may begin, then wait for what comes back, unless there may be more to begin."""
    begun = lane.begin()
    lane.settle(0 if begun else POLL)


def _carefully(act: Callable[[], object], stop: threading.Event) -> None:
    """Do it; a database that is away is waited for, and whatever was under way is still written down once it is back."""
    try:
        connection.close_if_unusable_or_obsolete()
        act()
    except AWAY as error:
        log.warning("calls_database_unavailable: %s", str(error).strip())
        connection.close()
        stop.wait(PAUSE)
