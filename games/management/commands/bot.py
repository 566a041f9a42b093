"""`manage.py bot`: plays the games of an API token over HTTP, at this site or another one."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.client import Client, Problem, first_choice, play, random_player
from games.client.bot import Choose

PLAYERS: dict[str, Choose] = {"random": random_player, "first": first_choice}


class Command(BaseCommand):
    help = "Play the games of a token through the API, at this site or another one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--site", default=settings.SITE_URL, help="like https://fate.example; this site unless given")
        parser.add_argument("--token", default=os.environ.get("FATE_TOKEN", ""), help="or FATE_TOKEN in the environment")
        parser.add_argument("--player", choices=sorted(PLAYERS), default="random", help="how it decides")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play until interrupted. Raises CommandError without a token, or when the site refuses a request."""
        if not options["token"]:
            raise CommandError(f"A bot needs a token: make one at {options['site']}/settings/tokens/new and give it as FATE_TOKEN.")
        client = Client(options["site"], options["token"])
        try:
            self.stdout.write(f"Playing as {client.me()['name']} at {options['site']}; Ctrl-C ends it.")
            play(client, PLAYERS[options["player"]])
        except Problem as problem:
            raise CommandError(str(problem)) from problem
        except KeyboardInterrupt:
            self.stdout.write("Stopped; the games go on.")
