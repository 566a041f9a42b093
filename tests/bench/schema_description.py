"""expected.json made anew: every migration of this version applied to an empty database, one after the other, and looked at each time."""

from __future__ import annotations

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from fateapp.schema import catalogue
from fateapp.schema.expected import BESIDE, Expected, Migration


def describe() -> dict[str, Expected]:
    """What all migrations make of the site's database, which has to be empty and is full afterwards."""
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
    """What is there now; what was there before as it is keeps the migration it had."""
    now = catalogue.read()
    kept = {name: known for name, known in before.items() if now.get(name) == known.definition}
    return {name: kept.get(name) or Expected(definition, migration) for name, definition in now.items()}
