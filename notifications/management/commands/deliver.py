"""`manage.py deliver`: one delivery round without Celery, for cron and debugging."""

from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from notifications.clock import database_now
from notifications.delivery.deliver import deliver_due
from notifications.lanes.round import call_due


class Command(BaseCommand):
    """Deliver the messages that are due now, once."""

    help = "Deliver the messages that are due now, without Celery."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--limit", type=int, default=100, help="so many messages at most (default: %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        for what, deliver in (("mails", deliver_due), ("calls", call_due)):
            done = deliver(database_now(), options["limit"])
            self.stdout.write(f"{what}: " + ", ".join(f"{name} {count}" for name, count in asdict(done).items()))
