"""`manage.py audit`: check every stored game."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from fateapp.ops import audit
from fateapp.ops.rebuild import CannotRebuild, rebuild as rebuild_position
from fateapp.progress import progress_bar
from fateapp.schema import difference
from games.models import Game
from games.rules.errors import RulesError
from notifications.clock import database_now


class Command(BaseCommand):
    """Read-only without --rebuild; safe while the site runs. A game that is moved meanwhile is checked twice."""

    help = "Play every log again and compare with the stored position, and ratings with their history. Exit code 1 when anything is wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", nargs="*", help="codes of games; all that were played, unless given")
        parser.add_argument("--rebuild", action="store_true", help="first rebuild unreadable positions from the log")

    def handle(self, *args: Any, code: list[str], rebuild: bool, **options: Any) -> None:
        """Check the schema, then the games, then print what is wrong."""
        if said := difference.look().sentence():
            raise CommandError(said)
        games = Game.objects.filter(status__in=audit.PLAYED).order_by("id")
        games = games.filter(code__in=code) if code else games
        if missing := set(code) - set(games.values_list("code", flat=True)):
            raise CommandError(f"There is no played game {', '.join(sorted(missing))}.")
        if rebuild and not code:
            raise CommandError("--rebuild needs the codes of the games.")
        for game in games if rebuild else ():
            self._rebuild(game)
        numbers, found = list(games.values_list("pk", flat=True)), []
        with progress_bar("audit", len(numbers)) as report:
            for number in numbers:
                found += audit.problems_of(number)
                report(f"game {number}")
        found += [] if code else audit.rating_complaints()
        for sentence in found:
            self.stdout.write(sentence)
        if found:
            raise CommandError(f"{len(numbers)} games looked at; {len(found)} things are wrong.")
        self.stdout.write(f"{len(numbers)} games looked at: every log is unbroken and leads to the stored position.")

    def _rebuild(self, game: Game) -> None:
        try:
            rebuild_position(game, database_now())
        except (CannotRebuild, RulesError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{game.code}: the position was rebuilt from the log.")
