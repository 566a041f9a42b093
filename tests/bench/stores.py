"""Databases for a measurement: new, empty, durable like those of a site, removed afterwards. No site is ever touched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections

from fateapp import service_urls
from fateapp.celery import app
from fateapp.embedded import temporary_stores


@dataclass(frozen=True, slots=True)
class Stores:
    """The folder of PostgreSQL's programs, the addresses of the two servers for other processes, and a folder for other files."""

    programs: Path
    database_url: str
    redis_url: str
    root: Path


@contextmanager
def stores() -> Iterator[Stores]:
    """Start both servers with fsync on, configure Django to use them, and migrate."""
    with temporary_stores.server_directory() as place:
        postgres, valkey = place.postgres(lasting=True), place.valkey(lasting=True)
        with temporary_stores.running(postgres, place.root), temporary_stores.running(valkey, place.root):
            before = dict(connections["default"].settings_dict)
            connections["default"].settings_dict.update(service_urls.database(postgres.url()))
            settings.REDIS_URL = valkey.url()
            settings.CELERY_BROKER_URL = app.conf.broker_url = service_urls.broker(valkey.url())
            try:
                settings.STATIC_ROOT = place.root / "static"
                call_command("migrate", verbosity=0, interactive=False)
                call_command("collectstatic", verbosity=0, interactive=False)
                yield Stores(postgres.programs.folder, postgres.url(), valkey.url(), place.root)
            finally:
                connections.close_all()
                connections["default"].settings_dict.update(before)


def vacuum() -> None:
    """Run VACUUM ANALYZE, as autovacuum would within a minute."""
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("VACUUM ANALYZE")
