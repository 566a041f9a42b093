"""Add what is missing in a database, in one transaction; nothing is removed or changed.

The statements follow from the definitions in expected.json. What cannot be added without a decision is refused with a sentence; then
nothing is done at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps
from django.db import DataError, IntegrityError, InternalError, NotSupportedError, ProgrammingError, connection, transaction
from django.db.models import Field

from fateapp.schema import difference, expected
from fateapp.schema.difference import Difference

LIMITS = "SET LOCAL lock_timeout = '5s'; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(8090117263541)"
ORDER = ("function", "sequence", "table", "column", "index", "constraint", "trigger")
LAST = "FOREIGN KEY"
"""A foreign key needs the unique constraint it refers to."""

REWRITTEN = frozenset(
    {
        "column games_game.changes",
        "column games_seat.orders",
        "constraint games_game.games_game_changes_check",
        "index message_kept",
        "index message_old",
    }
)
"""Objects of the first migrations of games and notifications, which were rewritten four times from commit 2d54b13 on. A database made by
one of those commits lacks some of these, and nothing else.
"""


BEYOND = "This cannot be repaired by adding something, so nothing was changed. Restore a backup (docs/upgrades.md)."


class Irreparable(Exception):
    """The database cannot be repaired by adding something; the text says why. Nothing was changed."""


def is_known(found: Difference) -> bool:
    """Whether an earlier commit is known to have made this schema, so that it may be repaired automatically."""
    return bool(found.missing) and not found.altered and set(found.missing) <= REWRITTEN


def repair() -> list[str]:
    """Add what is missing; returns what was done as sentences, [] when nothing was. Raises `Irreparable`: a decision is needed first."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(LIMITS)
        cursor.execute(ONE_AT_A_TIME)
        applied = expected.applied_migrations()
        found = difference.look(applied)
        _execute(statements(found))
        if rest := difference.look(applied):
            raise Irreparable(f"{' '.join(rest.sentences())} That could not be repaired, and nothing was changed.")
    return list(found.sentences())


def _execute(statements: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            try:
                cursor.execute(statement)
            except (IntegrityError, DataError, ProgrammingError, NotSupportedError, InternalError) as error:
                said = " ".join(str(error).split())
                raise Irreparable(f"PostgreSQL refused “{statement}”: {said} Nothing was changed.") from error


def statements(found: Difference) -> list[str]:
    """The SQL that adds what is missing, in an executable order.

    Raises `Irreparable`: an existing object would have to be changed, or a value is unknown.
    """
    made: list[str] = []
    refused: list[str] = []
    names = sorted(found.missing.keys() | found.altered.keys(), key=lambda name: _place(name, found))
    for name in names:
        try:
            made += _added(name, found) if name in found.missing else _mended(name, found)
        except Irreparable as error:
            refused.append(str(error))
    if refused:
        raise Irreparable(f"{' '.join(refused)} {BEYOND}")
    return made


def _place(name: str, found: Difference) -> tuple[int, bool, str]:
    definition = found.missing.get(name, "")
    return ORDER.index(name.partition(" ")[0]), definition.startswith(LAST), name


def _added(name: str, found: Difference) -> Iterator[str]:
    """The statements that create one missing object."""
    kind, table, part = _parts(name)
    definition, quote = found.missing[name], connection.ops.quote_name
    if kind == "table":
        columns = {column: text for column, text in found.missing.items() if column.startswith(f"column {table}.")}
        yield f"CREATE TABLE {quote(table)} ({', '.join(f'{quote(_parts(column)[2])} {text}' for column, text in columns.items())})"
    elif kind == "column":
        if f"table {table}" not in found.missing:
            yield from _column(table, part, definition)
    elif kind == "constraint":
        yield f"ALTER TABLE {quote(table)} ADD CONSTRAINT {quote(part)} {definition}"
    elif kind == "sequence":
        yield f"CREATE SEQUENCE {quote(table)} AS {definition}"
    else:
        yield definition.strip()


def _mended(name: str, found: Difference) -> Iterator[str]:
    """The statements that complete a half-done object."""
    kind, table, part = _parts(name)
    definition, quote = found.altered[name], connection.ops.quote_name
    half_done = next((mark for mark in difference.HALF_DONE if difference.same(found.found[name].removesuffix(mark), definition)), None)
    if kind == "index" and half_done == " INVALID":
        yield f"DROP INDEX {quote(table)}"
        yield definition
    elif kind == "constraint" and half_done == " NOT VALID":
        yield f"ALTER TABLE {quote(table)} VALIDATE CONSTRAINT {quote(part)}"
    else:
        raise Irreparable(" ".join(Difference(altered={name: definition}, found=found.found).sentences()))


def _parts(name: str) -> tuple[str, str, str]:
    """Kind, table (or name of an object without one), and name within the table."""
    kind, _space, rest = name.partition(" ")
    owner, _dot, part = rest.partition(".")
    return kind, owner, part


def _column(table: str, column: str, definition: str) -> Iterator[str]:
    """Existing rows get the default of the database or of the model."""
    quote = connection.ops.quote_name
    start = f"ALTER TABLE {quote(table)} ADD COLUMN {quote(column)}"
    needs_value = definition.endswith("NOT NULL") and " DEFAULT " not in definition and " GENERATED " not in definition
    if not needs_value or not _has_rows(table):
        yield f"{start} {definition}"
        return
    yield f"{start} {definition.removesuffix(' NOT NULL')} DEFAULT {_default(table, column)} NOT NULL"
    yield f"ALTER TABLE {quote(table)} ALTER COLUMN {quote(column)} DROP DEFAULT"


def _has_rows(table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT EXISTS (SELECT FROM {connection.ops.quote_name(table)})")
        return bool(cursor.fetchone()[0])


def _default(table: str, column: str) -> str:
    """The default of the model's field as SQL."""
    field = _field(table, column)
    if field is None or field.unique or not (field.has_default() or (field.empty_strings_allowed and field.blank)):
        raise Irreparable(f"column {table}.{column} is missing, and nobody knows what it should hold for the rows that are there.")
    with connection.schema_editor(collect_sql=True) as editor:
        return str(editor.quote_value(editor.effective_default(field)))


def _field(table: str, column: str) -> Field[object, object] | None:
    models = (model for model in apps.get_models(include_auto_created=True) if model._meta.db_table == table)
    return next((field for model in models for field in model._meta.local_concrete_fields if field.column == column), None)
