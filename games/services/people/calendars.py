"""Private calendar addresses: made anew, recognised, withdrawn. Whoever knows one may read deadlines, and do nothing."""

from __future__ import annotations

import secrets
from datetime import datetime

from games.models import CalendarLink, Player
from games.services.people.api_tokens import digest


def make(player: Player, *, now: datetime) -> str:
    """A new key, which is shown once and never again; the address there was before is worth nothing from now on."""
    key = secrets.token_urlsafe(32)
    CalendarLink.objects.update_or_create(player=player, defaults={"digest": digest(key), "made_at": now})
    return key


def withdraw(player: Player) -> bool:
    """Make the address worthless. False when there was none."""
    deleted, _rows = CalendarLink.objects.filter(player=player).delete()
    return deleted > 0


def owner_of(key: str) -> Player | None:
    """Whose calendar this key opens, or None. One query, and nothing is noted about the reading."""
    link = CalendarLink.objects.select_related("player").filter(digest=digest(key), player__is_active=True).first()
    return link.player if link else None
