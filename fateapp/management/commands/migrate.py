"""`manage.py migrate`: Django's, without statement timeout, with a short lock timeout, and with the cache table."""

from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.commands.migrate import Command as DjangosMigrate
from django.db import connections

from fateapp.schema import difference


def refuse_unfit() -> None:
    """Raises CommandError when the schema lacks what the applied migrations should have made."""
    if said := difference.look().sentence():
        raise CommandError(said)


class Command(DjangosMigrate):
    """A migration may take long, but must not block the site while it waits for a lock."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Set the session's limits, check the schema, migrate, create the cache table."""
        if settings.FATE["FATE_DATABASE_POOLER"]:
            raise CommandError("Migrations need a session of their own: give PostgreSQL's own FATE_DATABASE_URL, FATE_DATABASE_POOLER=0.")
        if not options["plan"] and not options["fake"]:
            refuse_unfit()
        with connections[options["database"]].cursor() as cursor:
            cursor.execute("SET statement_timeout = 0; SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = 0")
        super().handle(*args, **options)
        call_command("createcachetable", database=options["database"], verbosity=0)
