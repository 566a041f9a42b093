"""Sessions of signed-in players, as open streams need them."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from games.models import Player


def still_valid(keys: Iterable[str], *, now: datetime) -> set[tuple[str, int]]:
    """Which of these sessions are valid now, with the ids of their active players. Two queries."""
    found = Session.objects.filter(session_key__in=list(keys), expire_date__gt=now)
    owners = {row.session_key: int(row.get_decoded().get(SESSION_KEY, 0)) for row in found}
    active = set(Player.objects.filter(pk__in=set(owners.values()), is_active=True).values_list("pk", flat=True))
    return {(key, owner) for key, owner in owners.items() if owner in active}
