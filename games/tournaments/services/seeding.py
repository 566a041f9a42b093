"""The director's list of seeds, for tournaments whose announced seeding is `HAND`."""

from datetime import datetime

from games.models import Player
from games.models.player import name_key
from games.rules.messages import msg
from games.services.errors import Refused
from games.tournaments.formats import entry_list
from games.tournaments.models import Entry, Tournament
from games.tournaments.services import director, lifecycle

MOST_NAMES = 1000


def listed(tournament: Tournament, text: str) -> tuple[list[Entry], list[str]]:
    """The entries named by the list, in its order, and the names without an entry. Raises `Refused` for a text that is not a list."""
    try:
        names = entry_list.read(text)
    except ValueError as error:
        raise Refused(msg("{why}", why=str(error)), code="bad_list") from error
    if not 0 < len(names) <= MOST_NAMES:
        raise Refused(msg("A list has 1 to {most} names.", most=MOST_NAMES), code="bad_list")
    entered = {entry.player.name_key: entry for entry in lifecycle.entered(tournament)}
    found = [(name, entered.get(name_key(name))) for name in names]
    return list(dict.fromkeys(entry for _name, entry in found if entry is not None)), [name for name, entry in found if entry is None]


def put_in_order(tournament_id: int, text: str, by: Player, reason: str, *, now: datetime) -> int:
    """Store the order of seeds of a list; the others follow in drawn order at the start. Returns the number of entries found.

    Raises `Closed` after the start, `Refused` for another seeding and if nobody on the list has entered.
    """
    with director.step(tournament_id, (Tournament.Status.ANNOUNCED, *lifecycle.BEFORE), by, "order seeds", reason, now) as tournament:
        if tournament.seeding != Tournament.Seeding.HAND:
            raise Refused(msg("The seeds of this tournament were not announced to follow a list."), code="no_list")
        found, _unknown = listed(tournament, text)
        if not found:
            raise Refused(msg("Nobody on this list has entered."), code="bad_list")
        tournament.entries.update(order=None)
        for place, entry in enumerate(found, start=1):
            entry.order = place
        Entry.objects.bulk_update(found, ["order"])
        return len(found)
