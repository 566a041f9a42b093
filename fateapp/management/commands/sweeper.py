"""`manage.py sweeper`: process passed deadlines until stopped. It needs PostgreSQL only.

Celery workers process deadlines, too, but can be blocked by slow mail, a broken broker or many calls. Any number of both may run
(docs/decisions/0083-the-sweeper-is-a-process.md).
"""

import logging
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections, connections

from fateapp import liveness
from games.services.clocks import sweep
from games.services.tables import bot_ladder, bots
from games.tournaments.services import rounds
from games.transient_errors import database_unavailable
from notifications import correlation_id
from notifications.clock import database_now

log = logging.getLogger(__name__)

AT_ONCE = 100
"""Deadlines per round, so that a process that is to stop does so soon."""
WORKERS_HAVE = timedelta(seconds=10)
"""How long bots are left to the workers, which are signalled for them at once."""
PATIENCE = 8.0


@dataclass(frozen=True, slots=True)
class Duty:
    """Work that is repeated every `every` seconds; at once while `act` returns True, because there is more."""

    name: str
    every: float
    act: Callable[[datetime], object]
    threads: int = 1


def judge(now: datetime) -> bool:
    """A round of deadlines, held answers, delayed orders, reminders and autopilots."""
    swept = sweep.sweep(now, AT_ONCE)
    return bool(swept.timeouts or swept.reminders or swept.orders or swept.held)


def wake_bots(now: datetime) -> bool:
    """Let bots play that no worker has handled."""
    return bool(bots.play_bots(now, asked_before=now - WORKERS_HAVE))


DUTIES = (
    Duty("deadlines", 2.0, judge, threads=2),
    Duty("bots", 5.0, wake_bots),
    Duty("bot ladder", 5.0, bot_ladder.seat_all),
    Duty("tournaments", 60.0, rounds.advance_all),
)


def keep_on(duty: Duty, stop: threading.Event) -> None:
    """Repeat until stopped. Errors are logged, and the next round tries again."""
    while not stop.is_set():
        if not do_once(duty):
            stop.wait(duty.every)
    connections.close_all()


def do_once(duty: Duty) -> bool:
    with correlation_id.during(correlation_id.fresh()):
        try:
            close_old_connections()
            return bool(duty.act(database_now()))
        except Exception as error:
            if database_unavailable(error):
                log.warning("database_is_away: %s wait for it: %s", duty.name, str(error).strip().partition("\n")[0])
            else:
                log.exception("round_failed: %s", duty.name)
            return False


class Command(BaseCommand):
    """Each duty has its own threads, so that none waits for another. Two for deadlines: one computes while the other waits for SQL."""

    help = "Judge deadlines, send reminders, look after bots, their ladder and tournaments, until told to stop. Needs the database only."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run; SIGTERM and Ctrl-C stop it after the current round."""
        stop = threading.Event()

        def asked(_number: int, _frame: FrameType | None) -> None:
            stop.set()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, asked)
        each = [duty for duty in DUTIES for _thread in range(duty.threads)]
        threads = [threading.Thread(target=keep_on, args=(duty, stop), name=duty.name, daemon=True) for duty in each]
        for thread in threads:
            thread.start()
        liveness.touch()
        while not stop.wait(liveness.EVERY):
            liveness.touch()
            if not all(thread.is_alive() for thread in threads):
                raise SystemExit("A duty ended unexpectedly; the supervisor restarts the sweeper.")
        for thread in threads:
            thread.join(PATIENCE)
