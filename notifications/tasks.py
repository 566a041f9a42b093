"""Thin Celery tasks. They carry no data: whatever they are called for stands in the database."""

from __future__ import annotations

import time

from celery import shared_task

from notifications import deliver
from notifications.channels import CALLS
from notifications.clock import database_now
from notifications.inbound.work import work_off
from notifications.waker import wake_caller

LONGEST = 20.0
"""Seconds one task keeps beginning new rounds, so that a worker told to stop does so soon; the next tick finds the rest."""


@shared_task(name="notifications.tasks.deliver_messages")
def deliver_messages() -> None:
    """Deliver mails until nothing is due, or until the mail server turns out to be closed."""
    end, calls = time.monotonic() + LONGEST, 0
    while time.monotonic() < end:
        done = deliver.deliver_due(database_now())
        calls += done.spread
        if not done.found or done.unreachable:
            break
    if calls:
        wake_caller()


@shared_task(name="notifications.tasks.deliver_calls")
def deliver_calls() -> None:
    """Call webhooks until nothing is due. What a silent server has left over waits for the next tick."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end and deliver.deliver_due(database_now(), media=CALLS).found:
        continue


@shared_task(name="notifications.tasks.read_mail")
def read_mail() -> None:
    """Read what people have written, then send what follows from it."""
    if work_off(database_now):
        deliver_messages()
