"""Django's sessions in the database, read by one statement that is written once: every request of everybody reads one."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db

from games.models.rows import rows

READ = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > clock_timestamp()"


class SessionStore(db.SessionStore):
    """As its parent in everything but how it is read."""

    def load(self) -> dict[str, Any]:
        """What the session holds. One that is unknown or has expired loses its key, so that nobody can choose the next one."""
        found = rows(READ, [self.session_key])
        if not found:
            self._session_key = None
            return {}
        held: dict[str, Any] = self.decode(found[0][0])
        return held
