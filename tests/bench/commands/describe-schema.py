"""`manage.py describe-schema`: write fateapp/schema/expected.json anew, after a migration was added."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.db import connections

from fateapp import service_urls
from fateapp.embedded import temporary_stores
from fateapp.schema import expected
from tests.bench.schema_description import describe


class Command(BaseCommand):
    """For developers. Starts a temporary PostgreSQL server and touches no other database."""

    help = "Write fateapp/schema/expected.json: what this version's migrations make of an empty database."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Start a server, migrate, read the schema, write the file."""
        with temporary_stores.stores() as stores:
            line = connections["default"]
            line.close()
            line.settings_dict.update(service_urls.database(stores.database_url or ""))
            found = describe()
            line.close()
        expected.FILE.write_text(expected.write(found), encoding="utf-8")
        self.stdout.write(f"{expected.FILE}: {len(found)} objects.")
