"""All acts on tournaments, and the permissions of players to do them."""

from games.admin.base.confirmed_actions import Act
from games.models import Player
from games.tournaments.acts import lifecycle, people, rulings
from games.tournaments.acts.making import DIRECT
from games.tournaments.models import Official, Tournament

ACTS = (*lifecycle.ACTS, *rulings.ACTS, *people.ACTS)
BY_KEY = {act.key: act for act in ACTS}
RULINGS = frozenset({"extend", "pause", "resume", "give-back", *(act.key for act in rulings.ACTS)})
"""Keys of the acts that an arbiter may do: those that change neither announcement nor status nor officials."""


def possible(player: Player, tournament: Tournament) -> list[Act]:
    """The acts that this player may do now. At most one query, besides those of the acts' conditions."""
    allowed = allowed_keys(player, tournament)
    return [act for act in ACTS if act.key in allowed and act.fits(tournament)]


def allowed_keys(player: Player, tournament: Tournament) -> frozenset[str]:
    """The keys of the acts that this player is permitted to do in this tournament, whether or not they apply now."""
    if player.has_perm(DIRECT):
        return frozenset(BY_KEY)
    role = tournament.officials.filter(player=player).values_list("role", flat=True).first()
    if role == Official.Role.DIRECTOR:
        return frozenset(BY_KEY) - {"copy"}
    return RULINGS if role == Official.Role.ARBITER else frozenset()
