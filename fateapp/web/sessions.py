"""Database sessions, read by one prepared statement, because every request reads its session."""

from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends import db

from games.models.rows import rows

EARLIER_BACKENDS = {"games.web.backend.Backend": "games.pages.people.auth_backend.Backend"}
"""Sessions store the path of the authentication backend; these are the paths of earlier versions."""

READ = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > clock_timestamp()"


class SessionStore(db.SessionStore):
    """Differs from its base class only in how it reads."""

    def load(self) -> dict[str, Any]:
        """The data of the session. An unknown or expired session loses its key, so that a client cannot choose the key of the next one."""
        found = rows(READ, [self.session_key])
        if not found:
            self._session_key = None
            return {}
        stored: dict[str, Any] = self.decode(found[0][0])
        backend = stored.get(BACKEND_SESSION_KEY)
        if backend in EARLIER_BACKENDS:
            stored[BACKEND_SESSION_KEY] = EARLIER_BACKENDS[backend]
        return stored
