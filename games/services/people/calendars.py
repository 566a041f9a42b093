"""Create, authenticate and revoke private calendar URLs, which give read access to a player's deadlines."""

import secrets
from datetime import datetime

from games.models import CalendarLink, Player
from games.services.people.api_tokens import digest


def make(player: Player, *, now: datetime) -> str:
    """Create the calendar key of a player, in place of the previous one. Returns the key, which is not stored."""
    key = secrets.token_urlsafe(32)
    CalendarLink.objects.update_or_create(player=player, defaults={"digest": digest(key), "made_at": now})
    return key


def withdraw(player: Player) -> bool:
    """Revoke the calendar URL. False when there was none."""
    deleted, _rows = CalendarLink.objects.filter(player=player).delete()
    return deleted > 0


def owner_of(key: str) -> Player | None:
    """The active player whose calendar this key opens, or None. One query; nothing is recorded."""
    link = CalendarLink.objects.select_related("player").filter(digest=digest(key), player__is_active=True).first()
    return link.player if link else None
