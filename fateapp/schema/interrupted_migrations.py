"""Interrupted migrations: half done, or done but not recorded.

Django records some migrations after their work is committed: those that are not atomic, and those with foreign keys. If the process is
killed in between, `migrate` would try the work again and fail.
"""

from django.db import connection, transaction
from django.db.migrations import Migration, RunPython, RunSQL
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from fateapp.schema import catalogue, difference, expected


def unrecorded() -> list[Migration]:
    """The pending migrations, from the next one on, whose objects all exist."""
    applied = expected.applied_migrations()
    executor = MigrationExecutor(connection)
    found, done = catalogue.read(), []
    for migration, _backwards in executor.migration_plan(executor.loader.graph.leaf_nodes()) if applied else ():
        key = (migration.app_label, migration.name)
        made = {name: definition for name, (definition, since) in expected.everything().items() if since == key}
        unseen = any(isinstance(operation, RunPython | RunSQL) for operation in migration.operations)  # what it did to rows cannot be seen
        if not made or unseen or difference.between(found, made):
            break
        done.append(migration)
    return done


def record() -> list[str]:
    """Record the migrations of `unrecorded` as applied; returns their names."""
    with transaction.atomic():
        done = unrecorded()
        for migration in done:
            MigrationRecorder(connection).record_applied(migration.app_label, migration.name)
    return [str(migration) for migration in done]


def invalid_indexes() -> list[str]:
    """Invalid indexes of pending migrations, left by an interrupted CREATE INDEX CONCURRENTLY; they block another try."""
    pending = expected.known_migrations() - expected.applied_migrations()
    broken = {name for name, definition in catalogue.read().items() if name.startswith("index ") and definition.endswith(" INVALID")}
    made = {name for name, (_definition, since) in expected.everything().items() if since in pending}
    return sorted(name.removeprefix("index ") for name in broken & made)


def drop_invalid_indexes() -> list[str]:
    """Drop the indexes of `invalid_indexes`; returns their names. Raises OperationalError when one is being built."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '5s'")
        names = invalid_indexes()
        for name in names:
            cursor.execute(f"DROP INDEX {connection.ops.quote_name(name)}")
    return names
