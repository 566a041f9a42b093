"""The database as Django knows it, but for two things that every request pays for.

Statements that are written once (`games.models.rows`) are prepared: PostgreSQL plans each of them once for a connection instead of
each time, which was half of what it did for a move or a page. And whether a kept connection still lives is seen at its socket.
"""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper

PREPARED_FROM = 2
"""A statement that a connection has sent so often is prepared the next time."""


class DatabaseWrapper(base.DatabaseWrapper):
    """One connection."""

    def prepared_cursor(self) -> CursorWrapper:
        """A cursor for statements that are written once. The values go to the server beside the statement, not within it.

        Behind a pooler in transaction mode, where nothing outlives a transaction, an ordinary one.
        """
        if self.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]:
            return self.cursor()
        self.close_if_health_check_failed()
        self.ensure_connection()
        with self.wrap_database_errors:
            return self._prepare_cursor(base.ServerBindingCursor(self.connection))  # type: ignore[attr-defined, call-arg, no-any-return]

    def get_connection_params(self) -> dict[str, Any]:
        """Django turns preparing off. Its own cursors put the values into the statement and never prepare it anyway."""
        params: dict[str, Any] = super().get_connection_params()
        if not self.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]:
            params["prepare_threshold"] = PREPARED_FROM
        return params

    def is_usable(self) -> bool:
        """Whether the server is still there. An idle connection has nothing to read until the server closes it.

        After an error the server is asked, as Django does at the beginning of every request.
        """
        if self.errors_occurred or self.connection is None or self.connection.closed:
            return super().is_usable()
        socket = select.poll()
        socket.register(self.connection.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
        return not socket.poll(0)
