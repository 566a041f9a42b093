"""The time and the player of a request, for pages and API alike."""

from datetime import datetime
from typing import Any

from games.models import Player
from notifications.clock import database_now


def moment(request: Any) -> datetime:
    """The time of this request by the database's clock; read once and stored on Django's request."""
    inner = getattr(request, "_request", request)  # that of Django within that of REST framework
    known: datetime | None = getattr(inner, "moment", None)
    if known is None:
        known = inner.moment = database_now()
    return known


def person(request: Any) -> Player | None:
    """The signed-in player, or None."""
    user: Any = request.user
    return user if user is not None and user.is_authenticated else None
