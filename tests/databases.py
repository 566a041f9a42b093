"""Test databases are created, emptied and dropped without the time limits of the site's own statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connections
from django.db.backends.postgresql.creation import DatabaseCreation
from django.db.backends.utils import CursorWrapper

from fateapp.postgresql.base import DatabaseWrapper

NO_LIMITS = "SET {}statement_timeout = 0; SET {}lock_timeout = 0"

END_SESSIONS = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = %s"
"""Each is given a minute to end."""


class PatientCreation(DatabaseCreation):
    """CREATE DATABASE and DROP DATABASE copy and delete whole folders: on a busy machine that takes longer than any statement may."""

    @contextmanager
    def _nodb_cursor(self) -> Iterator[CursorWrapper]:
        """The cursor that Django gives both commands."""
        with super()._nodb_cursor() as cursor:
            cursor.execute(NO_LIMITS.format("", ""))
            yield cursor

    def _destroy_test_db(self, test_database_name: str, verbosity: int) -> None:
        """Threads of the live server keep their connections until the browser closes its own; nobody waits for that any more."""
        with self._nodb_cursor() as cursor:
            cursor.execute(END_SESSIONS, [test_database_name])
        super()._destroy_test_db(test_database_name, verbosity)


class PatientOperations(DatabaseWrapper.ops_class):
    """TRUNCATE of every table after a test with real transactions."""

    def execute_sql_flush(self, sql_list: Sequence[str]) -> Any:
        return super().execute_sql_flush([NO_LIMITS.format("LOCAL ", "LOCAL "), *sql_list])


def lift_limits() -> None:
    """For the test databases of every connection, also of those that Django makes anew where an event loop runs; all other statements
    keep the limits of the site.
    """
    DatabaseWrapper.creation_class = PatientCreation
    DatabaseWrapper.ops_class = PatientOperations
    for connection in connections.all(initialized_only=True):
        connection.creation, connection.ops = PatientCreation(connection), PatientOperations(connection)
