"""`manage.py migrate-store URL`: copy the embedded database to an external PostgreSQL server."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from fateapp import service_urls
from fateapp.embedded.binaries import OLDEST_SERVER
from fateapp.embedded.errors import StoreError
from fateapp.environment import BadSetting
from fateapp.ops import transfer
from fateapp.ops.site_stopped import StoppedSite, manage, stopped_site
from fateapp.progress import progress_bar


class Command(BaseCommand):
    """A copy; the embedded database is unchanged, and the site uses the one in its settings."""

    help = "Copy the embedded database to an empty one on a PostgreSQL server, count and audit it there. The site has to be stopped."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", help="as FATE_DATABASE_URL takes it: postgresql://name:password@host/database")

    def handle(self, *args: Any, url: str, **options: Any) -> None:
        """Check the target, then copy, migrate and audit."""
        known = settings.FATE
        try:
            service_urls.database(url)
            if (major := transfer.version(url)) < OLDEST_SERVER:
                raise StoreError(f"The server is PostgreSQL {major}; the site needs {OLDEST_SERVER} or newer.")
            with stopped_site(known["FATE_DATA_DIR"], known["FATE_RUN_AS"], known["FATE_PG_BIN"]) as site:
                self._copy(site, url)
        except (StoreError, transfer.TransferError) as error:
            raise CommandError(str(error)) from error
        except BadSetting as error:
            said = str(error).replace("FATE_DATABASE_URL", "The address")  # where it came from this time
            raise CommandError(f"{said} It is written like this: postgresql://name:password@host/database") from error
        self.stdout.write("Done. Set FATE_DATABASE_URL to that address and start the site; the key and the media stay where they are.")
        self.stdout.write("The embedded database has been left as it was. Remove it when you are content, not before.")

    def _copy(self, site: StoppedSite, url: str) -> None:
        with site.run(site.server(site.data, site.programs)) as source:
            with progress_bar("copying", len(transfer.counts(source))) as report:
                rows = transfer.copy(source, url, site.programs.folder, report)
            self.stdout.write(f"{sum(rows.values())} rows in {len(rows)} tables; every table has as many as before.")
        if added := manage(url, "repair-schema", "-v", "0"):
            self.stdout.write(added)
        self.stdout.write(manage(url, "audit"))
