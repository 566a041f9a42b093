"""Who is signed in: allauth's backend, which reads the person by a statement that is written once."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend

from games.models import Player
from games.models.rows import Columns, rows

PERSON = Columns(Player, "p")
READ = f"SELECT {PERSON.sql} FROM games_player p WHERE p.id = %s"


class Backend(AuthenticationBackend):
    """Every page of a signed-in person asks for that person once."""

    def get_user(self, user_id: Any) -> Player | None:
        """The person of a session, unless they are shut out."""
        found = rows(READ, [user_id])
        player = PERSON.read(found[0]) if found else None
        return player if player is not None and self.user_can_authenticate(player) else None
