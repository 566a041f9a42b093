"""Is an error of the database a mistake of ours, or does it pass, so that it is enough to try again soon?"""

from __future__ import annotations

from django.db import DatabaseError, InterfaceError, InternalError, OperationalError

UNDEFINED_OBJECT = frozenset({"42P01", "42703", "42883", "42704", "42P10"})
"""SQLSTATE codes of a statement that names a table, column, function or constraint which is not there."""

OUT_OF_TRANSACTION = "25"
"""SQLSTATE class of what PostgreSQL says to a process that was held up so long that its transaction was ended for it."""

LOCK_NOT_AVAILABLE = "55P03"


def database_unavailable(error: BaseException | None) -> bool:
    """Whether this says that the database cannot be reached, ended the session, has no room (SQLSTATE class 53) or took too long."""
    if isinstance(error, InternalError):
        return str(getattr(error.__cause__, "sqlstate", "")).startswith(OUT_OF_TRANSACTION)
    return isinstance(error, OperationalError | InterfaceError)


def schema_mismatch(error: BaseException | None) -> bool:
    """Whether the database lacks what a statement of ours names: it is not of this version, unless the mistake is ours."""
    return isinstance(error, DatabaseError) and getattr(error.__cause__, "sqlstate", "") in UNDEFINED_OBJECT


def lock_not_available(error: DatabaseError) -> bool:
    """Whether somebody else kept a row for longer than `lock_timeout`: slow work on it, or an operator's open session."""
    return getattr(error.__cause__, "sqlstate", "") == LOCK_NOT_AVAILABLE
