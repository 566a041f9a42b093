"""`manage.py upgrade`: upgrade the embedded database to the installed PostgreSQL."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from fateapp.embedded.errors import StoreError
from fateapp.ops.site_stopped import stopped_site
from fateapp.ops.transfer import TransferError
from fateapp.ops.upgrade import upgrade


class Command(BaseCommand):
    """The old data are kept; after an error the site is unchanged."""

    help = "Bring the embedded database to the major version of the present PostgreSQL. The site has to be stopped."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--old-bin", type=Path, metavar="FOLDER", help="programs of the old version, if not in /usr/lib/postgresql/")

    def handle(self, *args: Any, old_bin: Path | None, **options: Any) -> None:
        known = settings.FATE
        try:
            with stopped_site(known["FATE_DATA_DIR"], known["FATE_RUN_AS"], known["FATE_PG_BIN"]) as site:
                kept = upgrade(site, old_bin, self.stdout.write)
                major = site.programs.major
        except (StoreError, TransferError) as error:
            raise CommandError(str(error)) from error
        if kept is None:
            self.stdout.write(f"Nothing to do: the database is of PostgreSQL {major}, as the programs are.")
        else:
            self.stdout.write(f"Done. The old data are in {kept}; remove them when you are content.")
