"""The authentication backend: allauth's, with a prepared query for the signed-in player."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend

from games.models import Player
from games.models.rows import Columns, rows

PERSON = Columns(Player, "p")
READ = f"SELECT {PERSON.sql} FROM games_player p WHERE p.id = %s"


class Backend(AuthenticationBackend):
    """Every request of a signed-in player loads that player once."""

    def get_user(self, user_id: Any) -> Player | None:
        """The player of a session, unless they are banned."""
        found = rows(READ, [user_id])
        player = PERSON.read(found[0]) if found else None
        return player if player is not None and self.user_can_authenticate(player) else None
