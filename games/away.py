"""Is an error ours, or is the database away for a while? The first is a mistake, the second passes: "try again soon"."""

from __future__ import annotations

from django.db import InterfaceError, InternalError, OperationalError

OUT_OF_TRANSACTION = "25"
"""SQLSTATE class of what PostgreSQL says to a process that was held up so long that its transaction was ended for it."""


def database_is_away(error: BaseException | None) -> bool:
    """Whether this says that the database cannot be reached, ended the session, has no room (SQLSTATE class 53) or took too long."""
    if isinstance(error, InternalError):
        return str(getattr(error.__cause__, "sqlstate", "")).startswith(OUT_OF_TRANSACTION)
    return isinstance(error, OperationalError | InterfaceError)
