"""Django's sessions in the database, read by one statement that is written once: every request of everybody reads one."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends import db

from games.models.rows import rows

EARLIER_BACKENDS = {"games.web.backend.Backend": "games.pages.people.auth_backend.Backend"}
"""Sessions name the backend that signed somebody in by its path; those of earlier versions stay signed in."""

READ = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > clock_timestamp()"


class SessionStore(db.SessionStore):
    """As its parent in everything but how it is read."""

    def load(self) -> dict[str, Any]:
        """What the session holds. One that is unknown or has expired loses its key, so that nobody can choose the next one."""
        found = rows(READ, [self.session_key])
        if not found:
            self._session_key = None
            return {}
        stored: dict[str, Any] = self.decode(found[0][0])
        backend = stored.get(BACKEND_SESSION_KEY)
        if backend in EARLIER_BACKENDS:
            stored[BACKEND_SESSION_KEY] = EARLIER_BACKENDS[backend]
        return stored
