"""Celery tasks of this app. They carry no data: what is to be done is in the database."""

import threading
import time
from collections.abc import Callable

from celery import shared_task

from notifications.clock import database_now
from notifications.delivery import deliver
from notifications.inbound.worker import work_off
from notifications.process import stopping

LONGEST = 20.0
"""Seconds during which one task starts new rounds, so that a worker that is to stop does so soon; the next scheduled call continues."""


class ThreadLimit:
    """Up to `limit` threads at a time. Work requested while all are busy is done once more by one of them afterwards."""

    def __init__(self, limit: int) -> None:
        self._threads = threading.Semaphore(limit)
        self._requested = threading.Event()

    def run(self, work: Callable[[], None]) -> None:
        """Do the work now, or have a busy thread repeat it."""
        self._requested.set()
        while self._requested.is_set() and self._threads.acquire(blocking=False):
            try:
                self._requested.clear()
                work()
            finally:
                self._threads.release()


_mail_threads = ThreadLimit(2)
"""Half the threads of a worker, so that a slow mail server does not block its other tasks."""


@shared_task(name="notifications.tasks.deliver_messages")
def deliver_messages() -> None:
    """Deliver mails until nothing is due, or until the mail server is unreachable."""
    _mail_threads.run(_deliver_mails)


def _deliver_mails() -> None:
    end = time.monotonic() + LONGEST
    while time.monotonic() < end and not stopping.asked():
        done = deliver.deliver_due(database_now())
        if not done.found or done.unreachable:
            break


@shared_task(name="notifications.tasks.read_mail")
def read_mail() -> None:
    """Process received mails, then deliver the messages that result from them."""
    if work_off(database_now):
        deliver_messages()
