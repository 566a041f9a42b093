"""`manage.py demo`: creates demo accounts and games; with --print-link it prints one line of JSON with a one-time sign-in link."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.models import Player
from games.services.operations.demo import ensure_demo
from games.services.people.sign_in_links import one_time_link
from notifications.clock import database_now


class Command(BaseCommand):
    help = "Create the demo accounts and games, if there are none yet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--print-link", action="store_true", help='print {"name": …, "path": …, "administered": …}')

    def handle(self, *args: Any, **options: Any) -> None:
        player = ensure_demo(database_now())
        if options["print_link"]:
            administered = Player.objects.filter(is_superuser=True, is_active=True).exists()
            self.stdout.write(json.dumps({"name": player.name, "path": one_time_link(player), "administered": administered}))
        else:
            self.stdout.write(f"Demo people and games are there; sign in as {player.email}.")
