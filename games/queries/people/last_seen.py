"""The last activity of players at their tables, for messages that are sent only to absent players."""

from datetime import datetime

from django.db.models import Max

from games.models import Move, Seat
from notifications.preferences.last_seen import Thread


def last_activity(threads: set[Thread]) -> dict[Thread, datetime]:
    """The last visit of the table's page or answer, whichever is later, by player and game code. Two queries."""
    people, codes = {person for person, _code in threads}, {code for _person, code in threads}
    looked = Seat.objects.filter(player_id__in=people, game__code__in=codes).exclude(seen_at=None)
    moved = Move.objects.filter(player_id__in=people, game__code__in=codes).values("player_id", "game__code").annotate(last=Max("at"))
    found: dict[Thread, datetime] = {}
    for person, code, moment in (
        *looked.values_list("player_id", "game__code", "seen_at"),
        *moved.values_list("player_id", "game__code", "last"),
    ):
        if (person, code) in threads:
            found[person, code] = max(moment, found.get((person, code), moment))
    return found
