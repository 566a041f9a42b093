"""Back end of the test databases: they are created, emptied and dropped without the time limits of the site's own statements."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.backends.postgresql.creation import DatabaseCreation
from django.db.backends.utils import CursorWrapper
from django.test import TransactionTestCase
from psycopg import sql

from fateapp.postgresql.base import DatabaseWrapper

NO_LIMITS = "SET {}statement_timeout = 0; SET {}lock_timeout = 0"

TEMPLATE = "TEST_DATABASE_TEMPLATE"
"""The environment variable that names a database with all tables, of which others are copies.

Only a run that starts its own server has one: there it is as old as the run.
"""

END_SESSIONS = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = %s"
"""Each session gets up to a minute to end."""


class PatientCreation(DatabaseCreation):
    """CREATE DATABASE and DROP DATABASE copy and delete whole folders: on a busy machine this exceeds the site's statement timeout."""

    @contextmanager
    def _nodb_cursor(self) -> Iterator[CursorWrapper]:
        """The cursor that Django uses for both statements."""
        with super()._nodb_cursor() as cursor:
            cursor.execute(NO_LIMITS.format("", ""))
            yield cursor

    def create_test_db(self, *args: Any, **options: Any) -> str:
        """The first process of a run migrates its database, which takes seconds, and copies it.

        The others get copies, which `migrate` finds complete.
        """
        template = os.environ.get(TEMPLATE)
        if template is None:
            return super().create_test_db(*args, **options)
        with self._nodb_cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(1)")
            cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [template])
            if cursor.fetchone():
                self.connection.settings_dict["TEST"]["TEMPLATE"] = template
                return super().create_test_db(*args, **options)
            name = super().create_test_db(*args, **options)
            self.connection.close()
            cursor.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(template), sql.Identifier(name)))
            return name

    def _destroy_test_db(self, test_database_name: str, verbosity: int) -> None:
        """Threads of the live server keep their connections until the browser closes its own; these sessions are ended first."""
        with self._nodb_cursor() as cursor:
            cursor.execute(END_SESSIONS, [test_database_name])
        super()._destroy_test_db(test_database_name, verbosity)


class PatientOperations(DatabaseWrapper.ops_class):
    """TRUNCATE of every table after a test with real transactions, without the site's time limits."""

    def execute_sql_flush(self, sql_list: Sequence[str]) -> Any:
        return super().execute_sql_flush([NO_LIMITS.format("LOCAL ", "LOCAL "), *sql_list])


class Emptying:
    """Empties the tables after a test with real transactions.

    Deletes the rows of filled tables, which is quicker than Django's `flush` (TRUNCATE of all tables, then content types, permissions and
    roles anew). The rows that `migrate` makes stay. The first call uses `flush`, as does one after a test that changed rows that stay, or
    with a database role that may not switch triggers off.
    """

    def __init__(self) -> None:
        self.tables: list[str] = []
        self.kept: dict[str, str] = {}

    def __call__(self) -> None:
        """In place of `TransactionTestCase._fixture_teardown`."""
        if not self.kept or not self.delete_rows():
            call_command("flush", verbosity=0, interactive=False, reset_sequences=False)
            with connection.cursor() as cursor:
                self.tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
                self.kept = {table: digest(cursor, table) for table in self.filled(cursor)}

    def delete_rows(self) -> bool:
        """Whether all tables are now as after `flush`. Waits for open transactions of other threads, as TRUNCATE does."""
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
            if not cursor.fetchone()[0]:
                return False
            cursor.execute(
                NO_LIMITS.format("LOCAL ", "LOCAL ") + "; SET LOCAL session_replication_role = replica"
            )  # append-only tables have triggers
            cursor.execute(
                sql.SQL("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE").format(sql.SQL(", ").join(map(sql.Identifier, self.tables)))
            )
            if any(digest(cursor, table) != of_kept for table, of_kept in self.kept.items()):
                return False
            for table in set(self.filled(cursor)) - set(self.kept):
                cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
        return True

    def filled(self, cursor: CursorWrapper) -> list[str]:
        """The tables that have rows, found by one statement."""
        question = sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})")
        cursor.execute(sql.SQL(" UNION ALL ").join(question.format(sql.Literal(table), sql.Identifier(table)) for table in self.tables))
        return [table for (table,) in cursor.fetchall()]


def digest(cursor: CursorWrapper, table: str) -> str:
    """A checksum of all rows of a table."""
    cursor.execute(
        sql.SQL("SELECT md5(coalesce(string_agg(kept::text, '' ORDER BY kept::text), '')) FROM {} AS kept").format(sql.Identifier(table))
    )
    return str(cursor.fetchone()[0])


def lift_limits() -> None:
    """Applies to the test databases of every connection, also to connections that Django opens again where an event loop runs; all other
    statements keep the limits of the site.
    """
    DatabaseWrapper.creation_class = PatientCreation
    DatabaseWrapper.ops_class = PatientOperations
    TransactionTestCase._fixture_teardown = Emptying()  # type: ignore[method-assign]
    for each in connections.all(initialized_only=True):
        each.creation, each.ops = PatientCreation(each), PatientOperations(each)
