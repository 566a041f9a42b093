"""Services that change an announcement after registration has opened, and that copy a tournament."""

import copy as copying
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.models import Player
from games.rules.messages import msg
from games.services.errors import Refused
from games.tournaments.models import Tournament
from games.tournaments.services import announcing, director, lifecycle, log
from games.tournaments.services.announcement import ANNOUNCED, changeable
from games.tournaments.services.notices import everybody, tell

NEVER_COPIED = ("title", "starts_at", "follows")


def change(tournament_id: int, values: Mapping[str, Any], by: Player, reason: str, *, now: datetime) -> None:
    """Change announced fields; `values` are new values by field name. All entrants get a mail with the changes and the reason.

    A new length of rounds applies from the next round on. Raises `Refused` for fields that may not change now, and if nothing changes.
    """
    with director.step(tournament_id, (*lifecycle.BEFORE, Tournament.Status.RUNNING), by, "change announcement", reason, now) as tournament:
        allowed = {one.name for one in changeable(tournament)}
        changes = {name: value for name, value in values.items() if getattr(tournament, name) != value}
        if not changes:
            raise Refused(msg("All these values are those of the announcement; change at least one."), code="nothing_to_change")
        if not set(changes) <= allowed:
            raise Refused(msg("None of this can be changed now."), code="nothing_to_change")
        before = lifecycle.entered(tournament) if tournament.status in lifecycle.BEFORE else []
        old = copying.copy(tournament)
        for name, value in changes.items():
            setattr(tournament, name, value)
        announcing.checked(tournament, now).save()
        promoted = lifecycle.moved_up(tournament, before, old.cap)
        ruling = log.add(log.latest(tournament), changes={name: [_plain(old, name), _plain(tournament, name)] for name in changes})
        tell(tournament, "changed", everybody(tournament), moment=now, ruling=ruling.pk)
        tell(tournament, "place", promoted, moment=now)


def copy(tournament_id: int, title: str, follows: bool, by: Player, reason: str, *, now: datetime) -> Tournament:
    """Announce a copy of this tournament under a new title. `follows`: a league keeps its divisions. Raises `Refused`."""
    with director.step(tournament_id, Tournament.Status.values, by, "copy", reason, now) as like:
        facts = {one.name: copying.deepcopy(getattr(like, one.name)) for one in ANNOUNCED if one.name not in NEVER_COPIED}
        draft = Tournament(**facts, title=title, follows=like if follows else None)
        made = announcing.announce(draft, by, reason, now=now)
        made.officials.bulk_create(
            type(official)(tournament=made, player_id=official.player_id, role=official.role) for official in like.officials.all()
        )
        return made


def _plain(tournament: Tournament, name: str) -> Any:
    value = getattr(tournament, name)
    return value.isoformat() if isinstance(value, datetime) else value
