"""The schema that this version's migrations make: expected.json, written by `manage.py describe-schema`.

Each object has the migration that gave it its present definition, so that a database with only some of the migrations can be checked, too.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

FILE = Path(__file__).with_name("expected.json")
OURS = ("games", "notifications")
BESIDE = "createcachetable"
"""A pseudo migration for what `manage.py migrate` creates after the last one."""

Migration = tuple[str, str]


class Expected(NamedTuple):
    """An object, and the migration of its present definition: ("games", "0001_initial")."""

    definition: str
    since: Migration


def write(found: Mapping[str, Expected]) -> str:
    """The text of expected.json: one line for each object, sorted by name."""
    lines = (f"{json.dumps(name)}: {json.dumps(['.'.join(since), definition])}" for name, (definition, since) in sorted(found.items()))
    return "{\n" + ",\n".join(lines) + "\n}\n"


@cache
def everything() -> Mapping[str, Expected]:
    """All objects; read from disk once per process."""
    lines: dict[str, list[str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return {name: Expected(definition, _migration(since)) for name, (since, definition) in lines.items()}


def _migration(dotted: str) -> Migration:
    app, _dot, name = dotted.partition(".")
    return app, name


def required(applied: Iterable[Migration]) -> dict[str, str]:
    """What a database must have with these migrations applied; {} before the first one.

    Objects of later migrations are not required. A database that a newer version has migrated may lack what that version no longer uses,
    and have the rest in another form: only the tables and columns of this version's models are required of it.
    """
    applied = set(applied)
    if not applied:
        return {}
    known = known_migrations()
    if any(app in OURS for app, _name in applied - known):
        return dict.fromkeys(of_models(), "")
    done = applied | {(BESIDE, "")} if known <= applied else applied
    return {name: definition for name, (definition, since) in everything().items() if since in done}


def applied_migrations() -> set[Migration]:
    return set(MigrationRecorder(connection).applied_migrations())


@cache
def known_migrations() -> frozenset[Migration]:
    """The migrations of this version; read from disk once per process."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


@cache
def of_models() -> frozenset[str]:
    """The tables and columns of this version's models."""
    models = [model._meta for model in apps.get_models(include_auto_created=True) if model._meta.managed and not model._meta.proxy]
    tables = {f"table {meta.db_table}" for meta in models}
    return frozenset(tables | {f"column {meta.db_table}.{field.column}" for meta in models for field in meta.local_concrete_fields})
