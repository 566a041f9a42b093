"""All acts, and the rights to do them."""

from __future__ import annotations

from games.admin.base.confirmed_actions import Act
from games.models import Player
from games.tournaments.acts import lifecycle, people, rulings
from games.tournaments.acts.making import DIRECT
from games.tournaments.models import Official, Tournament

ACTS = (*lifecycle.ACTS, *rulings.ACTS, *people.ACTS)
BY_KEY = {act.key: act for act in ACTS}
RULINGS = frozenset({"extend", "pause", "resume", "give-back", *(act.key for act in rulings.ACTS)})
"""The acts of an arbiter: all that change neither the announcement nor the status nor the officials."""


def possible(player: Player, tournament: Tournament) -> list[Act]:
    """What this person may do now. At most one query beside those of the conditions."""
    allowed = allowed_keys(player, tournament)
    return [act for act in ACTS if act.key in allowed and act.fits(tournament)]


def allowed_keys(player: Player, tournament: Tournament) -> frozenset[str]:
    """The acts that this person has the right to do in this tournament."""
    if player.has_perm(DIRECT):
        return frozenset(BY_KEY)
    role = tournament.officials.filter(player=player).values_list("role", flat=True).first()
    if role == Official.Role.DIRECTOR:
        return frozenset(BY_KEY) - {"copy"}
    return RULINGS if role == Official.Role.ARBITER else frozenset()
