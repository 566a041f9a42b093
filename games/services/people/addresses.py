"""The check that keeps guests without an address from everything but tables whose invitation link they have."""

from games.models import Player
from games.rules.messages import msg
from games.services.errors import Refused


def check(player: Player) -> None:
    """Raises `Refused`, with the remedy, for a guest without an address."""
    if player.without_address:
        raise Refused(msg("This needs an email address. Please add yours in your settings first."), code="no_address")
