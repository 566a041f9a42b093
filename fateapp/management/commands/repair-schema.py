"""`manage.py repair-schema`: bring a database of an earlier commit to the schema of this version."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from fateapp.embedded.errors import StoreError
from fateapp.ops.site_stopped import manage, stopped_site
from fateapp.schema import difference, expected, interrupted_migrations, repair


class Command(BaseCommand):
    """Idempotent: it does nothing when nothing is missing."""

    help = "Add what the database lacks (tables, columns, indexes, constraints, functions, triggers), then apply what migrations are left."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="print the SQL, and change nothing")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        """If the database is an embedded one that does not run, start it for this command."""
        try:
            connection.ensure_connection()
        except OperationalError:
            if settings.FATE["FATE_DATABASE_URL"]:
                raise
            self._at_rest(["--dry-run"] if dry_run else [])
            return
        try:
            self._plan() if dry_run else self._repair(options["verbosity"])
        except repair.Irreparable as error:
            raise CommandError(str(error)) from error

    def _at_rest(self, options: list[str]) -> None:
        known = settings.FATE
        try:
            with (
                stopped_site(known["FATE_DATA_DIR"], known["FATE_RUN_AS"], known["FATE_PG_BIN"]) as site,
                site.run(site.server(site.data, site.programs)) as url,
            ):
                self.stdout.write(manage(url, "repair-schema", *options))
        except StoreError as error:
            raise CommandError(str(error)) from error

    def _plan(self) -> None:
        found = difference.look()
        for sentence in found.sentences():
            self.stdout.write(f"-- {sentence}")
        for statement in repair.statements(found):
            self.stdout.write(f"{statement};")
        for migration in interrupted_migrations.unrecorded():
            self.stdout.write(f"-- {migration} is done already; it would be noted as applied.")
        for name in interrupted_migrations.invalid_indexes():
            self.stdout.write(f'DROP INDEX "{name}";')
        if pending := expected.known_migrations() - expected.applied_migrations():
            self.stdout.write(f"-- Then {len(pending)} migrations would be applied.")
        self.stdout.write("-- Nothing was changed.")

    def _repair(self, verbosity: int) -> None:
        done = repair.repair()
        for sentence in done:
            self.stdout.write(f"{sentence.removesuffix('.')}: added." if sentence.endswith("is missing.") else f"{sentence} Mended.")
        for name in interrupted_migrations.record():
            self.stdout.write(f"{name} was done already; it is noted as applied now.")
        for name in interrupted_migrations.drop_invalid_indexes():
            self.stdout.write(f"index {name} was half built; it is built anew now.")
        call_command("migrate", verbosity=0, interactive=False)
        if remaining := difference.look():
            raise repair.Irreparable(remaining.sentence())
        if verbosity:
            self.stdout.write("The tables are what this version makes of an empty database.")
