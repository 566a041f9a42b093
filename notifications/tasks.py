"""Thin Celery tasks. They carry no data: whatever they are called for stands in the database."""

from __future__ import annotations

import time

from celery import shared_task

from notifications import deliver, stopping
from notifications.clock import database_now
from notifications.inbound.worker import work_off
from notifications.thread_limit import Lane

LONGEST = 20.0
"""Seconds one task keeps beginning new rounds, so that a worker told to stop does so soon; the next tick finds the rest."""

_mail = Lane(2)
"""Half the threads of a worker: a slow mail server keeps no worker from its other tasks."""


@shared_task(name="notifications.tasks.deliver_messages")
def deliver_messages() -> None:
    """Deliver mails until nothing is due, or until the mail server turns out to be closed."""
    _mail.run(_deliver_mails)


def _deliver_mails() -> None:
    end = time.monotonic() + LONGEST
    while time.monotonic() < end and not stopping.asked():
        done = deliver.deliver_due(database_now())
        if not done.found or done.unreachable:
            break


@shared_task(name="notifications.tasks.read_mail")
def read_mail() -> None:
    """Read what people have written, then send what follows from it."""
    if work_off(database_now):
        deliver_messages()
