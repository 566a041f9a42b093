"""Challenges: the host of a table invites a player by name, who joins or declines. Each player decides who may challenge them."""

from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import Game, Player, Seat
from games.models.player import Challenges
from games.rules.messages import msg
from games.services.errors import NotYours, Refused
from games.services.people import guests
from games.services.tables import invitations, lobby
from notifications.models import Message

LONGEST_REASON = 200


def challenge(game: Game, by: Player, other: Player, *, now: datetime) -> None:
    """Invite a player to a free seat. Where one has blocked the other, nothing is sent and the host gets no error.

    Raises `NotYours` for anybody but the host, `Closed`, or `Refused` for a player who cannot be challenged by this host.
    """
    lobby.check_may_invite(game, by)
    if not may_challenge(by, other):
        raise Refused(msg("You cannot challenge {name}. Please choose another player.", name=other.name), code="not_challengeable")
    asked = Message.objects.filter(kind="invitation", payload__by=by.pk, created_at__gt=now - guests.DAY)
    if asked.count() >= guests.MOST_A_DAY:
        raise Refused(msg("The limit of invitations for one day is reached. Please try again tomorrow."), code="too_many_invitations")
    invitations.invite(game, by, [other])


def create_table(host: Player, rules: str, other: Player, *, now: datetime, **settings: Any) -> Game:
    """Create a table as `lobby.create` does and challenge a player to it. Raises what both raise; then no table is created."""
    with transaction.atomic():
        game = lobby.create(host, rules, now=now, **settings)
        challenge(game, host, other, now=now)
        return game


def decline(game: Game, player: Player, reason: str) -> None:
    """Decline an invitation; the host is notified once. Raises `NotYours` for a player who was not invited."""
    if not Message.objects.filter(recipient=player, kind="invitation", payload__game=game.code).exists():
        raise NotYours(msg("You have not been invited to this table."), code="not_asked_to")
    invitations.decline(game, player, " ".join(reason.split())[:LONGEST_REASON])


def may_challenge(by: Player, other: Player) -> bool:
    """Whether `other` is another person with an address whose settings allow a challenge by this player. At most one query."""
    if other.pk == by.pk or other.is_bot or other.without_address:
        return False
    if other.challenges == Challenges.KNOWN:
        return Seat.objects.filter(player=other, game__seats__player=by, game__started_at__isnull=False).exists()
    return other.challenges == Challenges.ALL
