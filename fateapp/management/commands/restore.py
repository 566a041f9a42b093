"""`manage.py restore FILE`: restore a backup into an empty database, then audit it."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from fateapp import installation
from fateapp.embedded import instance_record
from fateapp.embedded.errors import StoreError
from fateapp.ops import backup, pgtools, transfer
from fateapp.ops.site_stopped import manage, stopped_site
from fateapp.progress import progress_bar


class Command(BaseCommand):
    """Never overwrites a site: a database with tables is refused. The embedded database of a stopped site is started for this command, and
    made if there is none.
    """

    help = "Restore a backup into an empty database, put key and media in their places, and audit all games."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", type=Path)
        parser.add_argument("--check", action="store_true", help="only see whether the file is a complete backup")

    def handle(self, *args: Any, source: Path, check: bool, **options: Any) -> None:
        """Verify, restore, migrate to this version, audit."""
        try:
            with backup.opened(source) as found:
                if check:
                    self.stdout.write(f"{source} is a complete backup, made at {found.made_at}.")
                    return
                if is_at_rest():
                    self._at_rest(source)
                    return
                refuse_full_database()
                self._restore(found)
        except (backup.BackupError, pgtools.ToolError, StoreError) as error:
            raise CommandError(str(error)) from error
        call_command("audit", stdout=self.stdout, stderr=self.stderr)

    def _at_rest(self, source: Path) -> None:
        known = settings.FATE
        with (
            stopped_site(known["FATE_DATA_DIR"], known["FATE_RUN_AS"], known["FATE_PG_BIN"], new=True) as site,
            site.run(site.server(site.data, site.programs)) as url,
        ):
            self.stdout.write(manage(url, "restore", str(source.absolute())))

    def _restore(self, found: backup.Opened) -> None:
        self.stdout.write(f"Restoring the backup of {found.made_at} …")
        script, clean = found.folder / "restore.sql", found.folder / "understood.sql"
        tables = pgtools.run("pg_restore", "--list", str(found.dump)).count(" TABLE DATA ")
        pgtools.run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(found.dump))
        with progress_bar("restoring", tables) as report, script.open("rb") as lines, clean.open("wb") as kept:
            kept.writelines(transfer.compatible_lines(lines, connection.connection.info.server_version < 170_000, report))
        script.unlink()
        pgtools.run("psql", "-X", "-q", "--single-transaction", "-v", "ON_ERROR_STOP=1", "-o", os.devnull, f"--file={clean}")
        connection.close()
        call_command("repair-schema", stdout=self.stdout)
        backup.place_media(found, Path(settings.MEDIA_ROOT))
        if settings.FATE["FATE_SECRET_KEY"] is None:
            settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            instance_record.write(settings.DATA_DIR / instance_record.KEY_FILE, found.key)
        elif found.key != settings.SECRET_KEY:
            self.stderr.write("note: FATE_SECRET_KEY is not the key of the backup; people have to sign in again and old links are void.")
        self.stdout.write("Restored.")


def is_at_rest() -> bool:
    """Whether the database is the embedded one, and does not run."""
    try:
        connection.ensure_connection()
    except OperationalError:
        if settings.FATE["FATE_DATABASE_URL"]:
            raise
        return True
    return False


def refuse_full_database() -> None:
    """Raises BackupError when the database has tables."""
    if tables := connection.introspection.table_names():
        raise backup.BackupError(
            f"The database has tables already ({len(tables)}). Restore into an empty one: docs/self-hosting.md shows how to make it beside "
            f"the old one. For a site of `{installation.PROGRAM} up`, stop it and set FATE_DATA_DIR to a new folder."
        )
