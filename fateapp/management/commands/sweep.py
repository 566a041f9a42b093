"""`manage.py sweep`: one round of all scheduled work without Celery, for cron and tests."""

from typing import Any

from django.core.management.base import BaseCommand

from games.mails import account
from games.services.clocks import sweep
from games.services.tables import bots
from notifications.clock import database_now
from notifications.delivery import deliver
from notifications.lanes.round import call_due


class Command(BaseCommand):
    """Deadlines, reminders, bots, then the outbox."""

    help = "Judge deadlines, send reminders, let bots play and deliver messages, once."

    def handle(self, *args: Any, **options: Any) -> None:
        now = database_now()
        swept = sweep.sweep(now)
        answers = bots.play_bots(now)
        account.send_due(database_now)
        sent = deliver.deliver_due(database_now())
        called = call_due(database_now())
        self.stdout.write(f"{swept.timeouts} timeouts, {swept.reminders} reminders, {answers} answers of bots, {sent}, calls: {called}")
