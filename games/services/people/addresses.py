"""What a guest without an address may not do: everything that goes beyond the tables whose invitation link they were given."""

from __future__ import annotations

from games.models import Player
from games.rules.messages import msg
from games.services.errors import Refused


def check(player: Player) -> None:
    """Nothing for who has an address, and for bots. Raises `Refused` with the remedy."""
    if player.without_address:
        raise Refused(msg("That needs an e-mail address: add yours in your settings first."), code="no_address")
