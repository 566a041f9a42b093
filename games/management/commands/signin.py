"""`manage.py signin`: prints a one-time sign-in link for a person, for the operator of the site."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Player
from games.services.people.sign_in_links import one_time_link
from notifications.links import absolute


class Command(BaseCommand):
    help = "Print a sign-in link that works once, within an hour."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("who", help="the name or the email address of the person")

    def handle(self, *args: Any, who: str, **options: Any) -> None:
        """Print the link. Raises CommandError when nobody has that name or address, or the person cannot sign in."""
        player = Player.objects.called(who)
        if player is None or player.is_bot or not player.is_active:
            raise CommandError(f"Nobody who can sign in is called “{who}” here, or has that address.")
        self.stdout.write(absolute(one_time_link(player)))
