"""Services that appoint and remove the officials of one tournament. Directors of the site need no appointment."""

from datetime import datetime

from games.models import Player
from games.rules.messages import msg
from games.services.errors import Closed, Refused
from games.services.operations import roles
from games.tournaments.models import Official
from games.tournaments.services import director, log
from games.tournaments.services.notices import tell


def appoint(tournament_id: int, player: Player, role: str, by: Player, reason: str, *, now: datetime) -> None:
    """Appoint an official, who gets a mail and may sign in to the admin. Raises `Refused` for bots and closed accounts."""
    with director.step(tournament_id, director.LIVING, by, "appoint", reason, now) as tournament:
        if player.is_bot or not player.is_active or role not in Official.Role.values:
            raise Refused(msg("An official needs an account that can sign in."), code="not_a_person")
        Official.objects.update_or_create(tournament=tournament, player=player, defaults={"role": role})
        roles.give(player, "official")
        ruling = log.add(log.latest(tournament), people=[player.pk], role=role)
        tell(tournament, "appointed", [player.pk], moment=now, ruling=ruling.pk)


def dismiss(tournament_id: int, player: Player, by: Player, reason: str, *, now: datetime) -> None:
    """Remove an official of this tournament, who gets a mail. Raises `Closed` for a person who is not one."""
    with director.step(tournament_id, director.LIVING, by, "dismiss", reason, now) as tournament:
        gone, _rows = Official.objects.filter(tournament=tournament, player=player).delete()
        if not gone:
            raise Closed(msg("This person is not an official of the tournament."), code="no_official")
        if not Official.objects.filter(player=player).exclude(tournament__status__in=("closed", "cancelled")).exists():
            roles.take(player, "official")
        ruling = log.add(log.latest(tournament), people=[player.pk])
        tell(tournament, "dismissed", [player.pk], moment=now, ruling=ruling.pk)
