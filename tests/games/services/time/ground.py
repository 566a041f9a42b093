"""Temporary databases for scripts that measure: started, migrated, and removed when the block ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import django
from django.core.management import call_command

from fateapp.embedded import temporary_stores


@contextmanager
def own_stores() -> Iterator[None]:
    """Django on temporary databases. For scripts only, because settings are read once."""
    with temporary_stores.stores() as stores:
        os.environ.update(FATE_DATABASE_URL=stores.database_url or "", FATE_REDIS_URL=stores.redis_url or "")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
        django.setup()
        call_command("migrate", verbosity=0)
        yield
