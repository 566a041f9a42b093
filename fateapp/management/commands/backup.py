"""`manage.py backup`: the database, the secret key and the media in one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from fateapp.embedded.errors import StoreError
from fateapp.installation import PROGRAM
from fateapp.ops import backup, pgtools
from fateapp.progress import progress_bar
from notifications.clock import database_now


class Command(BaseCommand):
    """Safe while the site runs: pg_dump uses one snapshot."""

    help = "Write a backup of the whole site; with --keep, remove older ones in the same folder. Made for a nightly timer."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("target", nargs="?", type=Path, help="a file, or a folder (default: backups/ in the data directory)")
        parser.add_argument("--keep", type=int, metavar="N", help="keep the N latest backups of the folder, remove older ones")

    def handle(self, *args: Any, target: Path | None, keep: int | None, **options: Any) -> None:
        if keep is not None and keep < 1:
            raise CommandError("--keep must leave at least one backup.")
        if not settings.SECRET_KEY_IS_LASTING:
            raise CommandError(f"There is no lasting secret key to keep. Set FATE_SECRET_KEY, or start the site with `{PROGRAM} up` first.")
        now = database_now()
        target = target or settings.DATA_DIR / backup.FOLDER
        if not target.suffix:
            target.mkdir(mode=0o700, parents=True, exist_ok=True)
        if target.is_dir():
            target /= f"fate-{now:%Y%m%d-%H%M%S}{backup.SUFFIX}"
        try:
            made = backup.write(target, dump=dump, key=settings.SECRET_KEY, media=Path(settings.MEDIA_ROOT), now=now)
        except (backup.BackupError, pgtools.ToolError, StoreError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{made} ({made.stat().st_size / 1e6:.1f} MB)")
        for old in backup.forget_old(made.parent, keep) if keep else []:
            self.stdout.write(f"removed {old}")


def dump(path: Path) -> None:
    """Dump the database in PostgreSQL's custom format, without the rows of sessions and cache."""
    leave = [f"--exclude-table-data={table}" for table in ("django_session", "fateapp_cache")]
    with progress_bar("backing up", len(connection.introspection.table_names()) - len(leave)) as report:
        how = ["--format=custom", "--no-owner", "--no-privileges", "--verbose", f"--file={path}"]
        pgtools.run("pg_dump", *how, *leave, each=pgtools.by_table("dumping contents of table", report))
