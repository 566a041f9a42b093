"""What this version's migrations make of an empty database: expected.json, written by `manage.py describe-schema`.

Each object stands there with the migration that gave it its present definition, so that a database which has applied only some
of the migrations can be judged too.
"""

from __future__ import annotations

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
"""Stands for a migration at what `manage.py migrate` makes after the last one."""

Migration = tuple[str, str]


class Expected(NamedTuple):
    """An object, and since which migration it is as it is: ("games", "0001_initial")."""

    definition: str
    since: Migration


def write(found: Mapping[str, Expected]) -> str:
    """The text of expected.json: one line for each object, in the order of their names."""
    lines = (f"{json.dumps(name)}: {json.dumps(['.'.join(since), definition])}" for name, (definition, since) in sorted(found.items()))
    return "{\n" + ",\n".join(lines) + "\n}\n"


@cache
def everything() -> Mapping[str, Expected]:
    """All of it; read from disk once per process."""
    lines: dict[str, list[str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return {name: Expected(definition, _migration(since)) for name, (since, definition) in lines.items()}


def _migration(dotted: str) -> Migration:
    app, _dot, name = dotted.partition(".")
    return app, name


def required(applied: Iterable[Migration]) -> dict[str, str]:
    """What a database has to have, with so many migrations applied; {} before the first one.

    What a later migration makes is not asked for yet. A database that a newer version has migrated further may lack what that version
    uses no more, and have the rest in another shape: of it, only the tables and columns are asked for that the models of this version use.
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
    """What the database says was applied to it."""
    return set(MigrationRecorder(connection).applied_migrations())


@cache
def known_migrations() -> frozenset[Migration]:
    """The migrations this version brings; read from disk once per process."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


@cache
def of_models() -> frozenset[str]:
    """The tables and columns that the models of this version use."""
    models = [model._meta for model in apps.get_models(include_auto_created=True) if model._meta.managed and not model._meta.proxy]
    tables = {f"table {meta.db_table}" for meta in models}
    return frozenset(tables | {f"column {meta.db_table}.{field.column}" for meta in models for field in meta.local_concrete_fields})
