"""`manage.py replay --check`: can every running game go on under the rules of this version?"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from fateapp.ops import audit
from games.models import Game


class Command(BaseCommand):
    """To be run with a new version before it serves: on a restored backup, or on the real database, which it only reads."""

    help = "See whether every running game can be resumed and shown by the rules of this version."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The only way there is."""
        parser.add_argument("--check", action="store_true", required=True, help="read only; say what could not go on")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look at all running games."""
        games = Game.objects.filter(status=Game.Status.ACTIVE).order_by("id")
        troubles = [trouble for game in games.iterator(chunk_size=500) if (trouble := audit.unplayable(game))]
        for trouble in troubles:
            self.stdout.write(trouble)
        if troubles:
            raise CommandError(f"{len(troubles)} of {games.count()} running games could not go on. Keep the old version and report this.")
        self.stdout.write(f"All {games.count()} running games can go on.")
