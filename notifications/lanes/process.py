"""The process that makes HTTP calls: one thread for each lane and one for the fan-out, each with its own database connection.

It needs PostgreSQL only. Any number of these processes may run; what one leaves undone, another one does.
"""

import logging
import os
import threading
from collections.abc import Callable
from datetime import datetime

from django.db import connection

from notifications import kinds
from notifications.channels import registry
from notifications.clock import database_now
from notifications.delivery.fan_out import fan_out
from notifications.lanes.lane import DATABASE_ERRORS, Lane
from notifications.lanes.rules import Rules
from notifications.models import Message

log = logging.getLogger(__name__)

POLL = 0.5
"""Seconds between two polls while nothing is due; each costs one index look-up."""

PATIENCE = 5.0
"""Seconds to finish the calls in flight when the process is stopped: half of what a supervisor waits."""

PAUSE = 2.0
"""Seconds after a database error."""

RESOLVER_OPTIONS = "timeout:2 attempts:2"
"""For the system's resolver, unless RES_OPTIONS is set: it times out before the call does."""


def serve(stop: threading.Event) -> None:
    """Make calls until `stop` is set."""
    os.environ.setdefault("RES_OPTIONS", RESOLVER_OPTIONS)
    loops: list[tuple[str, Callable[[], None]]] = [
        ("fan-out", lambda: _run_fan_out(stop)),
        *((rules.medium, _lane(rules, stop)) for rules in registry.lanes()),
    ]
    threads = [threading.Thread(target=_run_until_stopped, args=[loop, stop], name=name) for name, loop in loops]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _run_until_stopped(loop: Callable[[], None], stop: threading.Event) -> None:
    """When one thread ends, stop the others, so that a supervisor restarts all of them."""
    try:
        loop()
    except Exception:
        log.exception("calls_failed")
    finally:
        stop.set()
        connection.close()


def _run_fan_out(stop: threading.Event) -> None:
    rounds = FanOut()
    while not stop.is_set():
        _retry_later(lambda: rounds.round(database_now()), stop)
        stop.wait(POLL)


def _lane(rules: Rules, stop: threading.Event) -> Callable[[], None]:
    lane = Lane(rules, database_now)

    def loop() -> None:
        while not stop.is_set():
            _retry_later(lambda: _iterate(lane), stop)
        _retry_later(lambda: lane.stop(PATIENCE), stop)

    return loop


def _iterate(lane: Lane) -> None:
    """Start due calls, then wait for results, unless more may be due."""
    begun = lane.begin()
    lane.settle(0 if begun else POLL)


def _retry_later(action: Callable[[], object], stop: threading.Event) -> None:
    """Run the action; after a database error, wait. Results of calls in flight are recorded when the database is available again."""
    try:
        connection.close_if_unusable_or_obsolete()
        action()
    except DATABASE_ERRORS as error:
        log.warning("calls_database_unavailable: %s", str(error).strip())
        connection.close()
        stop.wait(PAUSE)


SLICE = 500

FRESH = """
SELECT id FROM notifications_message
 WHERE state = 'queued' AND not_before <= %s AND channel = 'email' AND attempts = 0 AND held = '' AND NOT stand_in AND kind = ANY(%s)
   AND recipient_id IN ({owners})
"""


class FanOut:
    """Remembers the mails it has fanned out while they are queued, so that a long queue is not processed again each time."""

    def __init__(self) -> None:
        self._seen: frozenset[int] = frozenset()

    def round(self, now: datetime) -> int:
        """Fan out what is due and new; returns how many messages were added."""
        owners = " UNION ".join(channel.source.owners for channel in registry.callers())
        with connection.cursor() as cursor:
            cursor.execute(FRESH.format(owners=owners), [now, kinds.names()])
            due = frozenset(row[0] for row in cursor.fetchall())
        added, new = 0, sorted(due - self._seen)
        for start in range(0, len(new), SLICE):
            added += fan_out(list(Message.objects.filter(pk__in=new[start : start + SLICE]).order_by("not_before", "id")))
        self._seen = due
        return added
