"""Challenges: the host of a table asks somebody by name; they join, or say no with a reason. Who may be asked is theirs to say."""

from __future__ import annotations

from datetime import datetime

from games.models import Game, Player, Seat
from games.models.player import Challenges
from games.rules.messages import msg
from games.services.errors import Closed, NotYours, Refused
from games.services.people import addresses, guests
from games.services.tables import invitations
from notifications.models import Message

LONGEST_REASON = 200


def challenge(game: Game, by: Player, other: Player, *, now: datetime) -> None:
    """Ask somebody to a free seat. Who keeps apart hears nothing, and the host does not learn of it.

    Raises `NotYours` for anybody but the host, `Closed`, or `Refused` for who does not want to be asked.
    """
    if game.host_id != by.pk:
        raise NotYours(msg("Only the host of this table can do that."), code="not_host")
    if game.status != Game.Status.OPEN:
        raise Closed(msg("This table is no longer looking for players."), code="not_open")
    addresses.check(by)
    if other.pk == by.pk or other.is_bot or other.without_address or not _wants(other, by):
        raise Refused(msg("{name} cannot be asked by you; please ask somebody else.", name=other.name), code="not_challengeable")
    asked = Message.objects.filter(kind="invitation", payload__by=by.pk, created_at__gt=now - guests.DAY)
    if asked.count() >= guests.MOST_A_DAY:
        raise Refused(msg("That is enough invitations for one day."), code="too_many_invitations")
    invitations.invite(game, by, [other])


def decline(game: Game, player: Player, reason: str) -> None:
    """Say no; the host is told once. Raises `NotYours` for somebody who was not asked."""
    if not Message.objects.filter(recipient=player, kind="invitation", payload__game=game.code).exists():
        raise NotYours(msg("Nobody has asked you to this table."), code="not_asked_to")
    invitations.decline(game, player, " ".join(reason.split())[:LONGEST_REASON])


def _wants(other: Player, by: Player) -> bool:
    if other.challenges == Challenges.KNOWN:
        return Seat.objects.filter(player=other, game__seats__player=by, game__started_at__isnull=False).exists()
    return other.challenges == Challenges.ALL
