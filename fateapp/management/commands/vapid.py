"""`manage.py vapid`: the private key of web push, to keep before the site's secret key is replaced."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from notifications.channels.push.keys import new_key, private_key


class Command(BaseCommand):
    """Prints a line for the environment; nothing is stored."""

    help = "Print the private key of web push as a line for the environment. With another key, a site loses all its devices."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--new", action="store_true", help="make a new one instead")

    def handle(self, *args: Any, new: bool, **options: Any) -> None:
        key = new_key() if new else private_key()
        if not key:
            raise CommandError("This site has no lasting secret key, so it has no key for web push; set one, or use --new.")
        self.stdout.write(f"FATE_VAPID_KEY={key}")
