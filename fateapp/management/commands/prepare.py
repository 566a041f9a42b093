"""`manage.py prepare`: update tables and static files before the site serves."""

import hashlib
import io
import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from fateapp.ops.doctor import stores
from fateapp.ops.doctor.finding import Level
from fateapp.schema import difference, repair


class Command(BaseCommand):
    """Prints its steps line by line (`step: …`), for `manage.py up` and for people."""

    help = "Bring the database tables and the static files up to date; with --demo, make the demo people on the first run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="make demo people and a game, and print a sign-in link")

    def handle(self, *args: Any, demo: bool, **options: Any) -> None:
        """Each part only when there is something to do."""
        self._tables()
        self._static_files()
        self._broker()
        if demo and "demo" in get_commands():
            self._step("making sure of the demo people")
            said = io.StringIO()
            call_command("demo", print_link=True, stdout=said)
            self.stdout.write(f"greeting: {json.dumps(json.loads(said.getvalue() or '{}'))}")

    def _step(self, text: str) -> None:
        self.stdout.write(f"step: {text}")
        self.stdout.flush()

    def _tables(self) -> None:
        self._repaired()
        executor = MigrationExecutor(connection)
        if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self._step(f"making tables, {len(plan)} migrations")
            call_command("migrate", verbosity=0, interactive=False)
            if said := difference.look().sentence():
                raise CommandError(said)

    def _repaired(self) -> None:
        """Repair a schema that an earlier commit is known to have made, after a backup; refuse any other one that does not fit."""
        if not (found := difference.look()):
            return
        if not repair.is_known(found):
            raise CommandError(found.sentence())
        self._step("backing up, before the tables of an earlier version are completed")
        kept = io.StringIO()
        call_command("backup", stdout=kept)
        self._step("completing the tables of an earlier version")
        for sentence in repair.repair():
            self.stdout.write(f"{sentence.removesuffix('.')}: added.")
        saved = kept.getvalue().strip()
        self.stdout.write(f"repaired: The tables were those of an earlier version and have been completed. A backup from before: {saved}")

    def _broker(self) -> None:
        """Warn, because the site starts and serves moves without its broker, and mails are late."""
        for finding in stores.broker():
            if finding.level is Level.FAIL:
                self.stdout.write(f"warning: The {finding.name} {finding.said.rstrip('.')}. {finding.remedy}")

    def _static_files(self) -> None:
        mark = Path(settings.STATIC_ROOT).with_name("static-files-seen")
        present = fingerprint()
        if mark.exists() and mark.read_text() == present and Path(settings.STATIC_ROOT).exists():
            return
        self._step("collecting static files")
        call_command("collectstatic", verbosity=0, interactive=False)
        mark.write_text(present)


def fingerprint() -> str:
    """Changes when a static file is added, removed, edited or comes from another place."""
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            state = Path(storage.path(name)).stat()
            digest.update(f"{storage.path(name)}:{state.st_mtime_ns}:{state.st_size}\n".encode())
    return digest.hexdigest()
