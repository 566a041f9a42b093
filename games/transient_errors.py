"""Classify database errors: transient ones, after which a retry is enough; a schema that does not match; lock timeouts."""

from django.db import DatabaseError, InterfaceError, InternalError, OperationalError

UNDEFINED_OBJECT = frozenset({"42P01", "42703", "42883", "42704", "42P10"})
"""SQLSTATE codes for a table, column, function, type or constraint that does not exist."""

OUT_OF_TRANSACTION = "25"
"""SQLSTATE class of errors after PostgreSQL has ended a transaction that was idle for too long."""

LOCK_NOT_AVAILABLE = "55P03"


def database_unavailable(error: BaseException | None) -> bool:
    """Whether the database is unreachable, ended the session, lacks resources (SQLSTATE class 53) or hit a timeout."""
    if isinstance(error, InternalError):
        return str(getattr(error.__cause__, "sqlstate", "")).startswith(OUT_OF_TRANSACTION)
    return isinstance(error, OperationalError | InterfaceError)


def schema_mismatch(error: BaseException | None) -> bool:
    """Whether a statement names an object that the database does not have: its schema is of another version, or the statement is wrong."""
    return isinstance(error, DatabaseError) and getattr(error.__cause__, "sqlstate", "") in UNDEFINED_OBJECT


def lock_not_available(error: DatabaseError) -> bool:
    """Whether another transaction has kept a row locked for longer than `lock_timeout`."""
    return getattr(error.__cause__, "sqlstate", "") == LOCK_NOT_AVAILABLE
