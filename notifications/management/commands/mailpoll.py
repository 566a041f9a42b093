"""`manage.py mailpoll`: fetch replies from the mailbox of FATE_MAILIN_IMAP_URL, once; for cron."""

import imaplib
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from notifications.broker.task_signals import READ_MAIL, publish
from notifications.inbound.poll import poll


class Command(BaseCommand):
    help = "Fetch replies from the IMAP mailbox of FATE_MAILIN_IMAP_URL, once."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.FATE_MAILIN_IMAP_URL:
            raise CommandError("No mailbox is configured; set FATE_MAILIN_IMAP_URL, like imaps://name:password@host/INBOX.")
        try:
            new = poll(settings.FATE_MAILIN_IMAP_URL)
        except (OSError, imaplib.IMAP4.error) as error:
            raise CommandError(f"The mailbox cannot be read: {error}") from error
        if new:
            publish(READ_MAIL)
        self.stdout.write(f"new replies: {new}")
