"""Who directs one tournament or rules in it, beside the directors of the house."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Player
from games.rules.messages import msg
from games.services.errors import Closed, Refused
from games.services.operations import roles
from games.tournaments.models import Official
from games.tournaments.services import director, log
from games.tournaments.services.notices import tell


def appoint(tournament_id: int, player: Player, role: str, by: Player, reason: str, *, now: datetime) -> None:
    """Let somebody direct this tournament, or rule in it; they may sign in to the admin and are told. Raises `Refused`."""
    with transaction.atomic():
        tournament = director.step(tournament_id, director.LIVING, by, "appoint", reason, now)
        if player.is_bot or not player.is_active or role not in Official.Role.values:
            raise Refused(msg("Only people who can sign in can be officials."), code="not_a_person")
        Official.objects.update_or_create(tournament=tournament, player=player, defaults={"role": role})
        roles.give(player, "official")
        ruling = log.add(log.latest(tournament), people=[player.pk], role=role)
        tell(tournament, "appointed", [player.pk], moment=now, ruling=ruling.pk)


def dismiss(tournament_id: int, player: Player, by: Player, reason: str, *, now: datetime) -> None:
    """Somebody is no official of this tournament any more, and is told. Raises `Closed` where they are none."""
    with transaction.atomic():
        tournament = director.step(tournament_id, director.LIVING, by, "dismiss", reason, now)
        gone, _rows = Official.objects.filter(tournament=tournament, player=player).delete()
        if not gone:
            raise Closed(msg("This person is no official of the tournament."), code="no_official")
        if not Official.objects.filter(player=player).exclude(tournament__status__in=("closed", "cancelled")).exists():
            roles.take(player, "official")
        ruling = log.add(log.latest(tournament), people=[player.pk])
        tell(tournament, "dismissed", [player.pk], moment=now, ruling=ruling.pk)
