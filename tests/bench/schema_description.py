"""Writes expected.json: applies every migration of this version to an empty database, and reads the schema after each."""

from __future__ import annotations

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from fateapp.schema import catalogue
from fateapp.schema.expected import BESIDE, Expected, Migration


def describe() -> dict[str, Expected]:
    """The description of the schema after all migrations. The database must be empty; afterwards it has all tables."""
    executor = MigrationExecutor(connection)
    targets = executor.loader.graph.leaf_nodes()
    found: dict[str, Expected] = {}
    state = None
    for step in executor.migration_plan(targets):
        state = executor.migrate(targets, plan=[step], state=state)
        found = _after(found, (step[0].app_label, step[0].name))
    call_command("createcachetable", verbosity=0)
    return _after(found, (BESIDE, ""))


def _after(before: dict[str, Expected], migration: Migration) -> dict[str, Expected]:
    """The objects that exist now; those that are unchanged keep the migration they were listed with."""
    now = catalogue.read()
    kept = {name: known for name, known in before.items() if now.get(name) == known.definition}
    return {name: kept.get(name) or Expected(definition, migration) for name, definition in now.items()}
