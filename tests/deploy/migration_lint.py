"""A check of migrations: can one be applied while people play and the previous version still runs (docs/upgrades.md)?

It reads the SQL that Django would send. A statement is unsafe when it blocks writers for a time that grows with the table, or when the
previous version cannot work with the result. Tables made by the same migration may be altered in any way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader

CONTRACT = "contracts_since"
"""A migration that removes objects which no running version uses declares it: `contracts_since = "0.3"`, the first such version."""
TABLE = r'"?(?P<table>\w+)"?'
RULES = (  # pattern, what is wrong, whether a migration with `contracts_since` may do it
    (
        rf"ALTER TABLE {TABLE} ADD COLUMN (?!.*\bDEFAULT\b).*\bNOT NULL\b",
        "the previous version's inserts fail: give it a db_default",
        False,
    ),
    (rf"ALTER TABLE {TABLE} ALTER COLUMN \S+ DROP DEFAULT", "the previous version's inserts fail: use db_default, not default", False),
    (rf"ALTER TABLE {TABLE} DROP COLUMN", "the previous version still reads it", True),
    (rf"DROP TABLE {TABLE}", "the previous version still reads it", True),
    (rf"ALTER TABLE {TABLE} RENAME", "the previous version knows the old name: add, copy, and remove later", False),
    (rf"ALTER TABLE {TABLE} ALTER COLUMN \S+ TYPE", "it writes the table anew under a lock: add a column instead", False),
    (rf"ALTER TABLE {TABLE} ALTER COLUMN \S+ SET NOT NULL", "it reads the whole table under a lock: CHECK … NOT VALID first", True),
    (rf"CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).* ON {TABLE}", "it blocks writers: use AddIndexConcurrently", False),
    (
        rf"ALTER TABLE {TABLE} ADD CONSTRAINT (?!.*\bNOT VALID\b)",
        "it reads the whole table under a lock: NOT VALID first, then VALIDATE",
        False,
    ),
    (rf"LOCK TABLE {TABLE}", "it blocks everybody", False),
    (rf"(?:TRUNCATE|VACUUM FULL|CLUSTER) {TABLE}", "it blocks everybody", False),
)
CREATED = re.compile(rf"CREATE TABLE (?:IF NOT EXISTS )?{TABLE}", re.IGNORECASE)


def judge(statements: Iterable[str], *, contracts: bool = False) -> Iterator[str]:
    """The unsafe statements, as sentences."""
    own: set[str] = set()
    for statement in statements:
        text = " ".join(statement.split())
        if made := CREATED.match(text):
            own.add(made["table"])
        for pattern, why, allowed_in_contract in RULES:
            found = re.match(pattern, text, re.IGNORECASE)
            if found and found["table"] not in own and not (contracts and allowed_in_contract):
                yield f"{text[:110]}: {why}."


def later_migrations() -> Iterator[Migration]:
    """The migrations of the site without the initial ones, which are applied before there are games."""
    loader = MigrationLoader(connection)
    for (app, _name), migration in sorted(loader.disk_migrations.items()):
        if app in ("games", "notifications") and not migration.initial:
            yield migration


def complaints(migration: Migration) -> list[str]:
    """The unsafe statements of one migration; [] when it can be applied during play."""
    loader = MigrationLoader(connection)
    key = (migration.app_label, migration.name)
    before = loader.project_state(key, at_end=False)
    with connection.schema_editor(collect_sql=True, atomic=migration.atomic) as editor:
        migration.apply(before, editor, collect_sql=True)
    statements = [statement for statement in editor.collected_sql or [] if not statement.startswith("--")]
    found = judge(statements, contracts=hasattr(migration, CONTRACT))
    return [f"{migration}: {sentence}" for sentence in found]
