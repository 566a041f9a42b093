"""`manage.py signin`: a one-time link that signs somebody in, for whoever runs the site."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Player
from games.services.people.sign_in_links import one_time_link
from notifications.links import absolute


class Command(BaseCommand):
    """For the first visit, and for people whose mail does not arrive."""

    help = "Print a link that signs somebody in, once and within an hour."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whom."""
        parser.add_argument("who", help="the name or the e-mail address of the person")

    def handle(self, *args: Any, who: str, **options: Any) -> None:
        """Find the person and print the link."""
        player = Player.objects.called(who)
        if player is None or player.is_bot or not player.is_active:
            raise CommandError(f"Nobody who can sign in is called “{who}” here, or has that address.")
        self.stdout.write(absolute(one_time_link(player)))
