"""Invitations to an open table: sending, declining, and reporting mails that cannot be delivered."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q

from games.models import Game, Player
from games.services.people import relations
from notifications import outbox
from notifications.delivery.fallback import DELIVERED
from notifications.models import Message


def invite(game: Game, by: Player, players: Sequence[Player], *, address: str = "") -> None:
    """Invite players to a table with a free seat. `address` is the address that the host typed, where they invited an address.

    A repeated invitation is sent only if the mail of the previous one bounced. Players blocked by the host, or who block them, get none.
    """
    payload = {"game": game.code, "by": by.pk, **({"address": address} if address else {})}
    apart = relations.kept_apart(by.pk, [player.pk for player in players])
    with transaction.atomic():
        outbox.put_many(
            outbox.News("invitation", player.pk, _next_key(game, player), payload=payload, thread=game.code)
            for player in players
            if player.pk not in apart
        )


def _next_key(game: Game, player: Player) -> str:
    """The outbox key of the invitation: a new one after each mail that was not delivered."""
    key = f"invite:{game.code}:{player.pk}"
    failed = Message.objects.filter(recipient=player, channel="email", state__in=(Message.State.BOUNCED, Message.State.DEAD))
    count = failed.filter(Q(key=key) | Q(key__startswith=f"{key}:")).count()
    return f"{key}:{count + 1}" if count else key


def decline(game: Game, player: Player, reason: str = "") -> None:
    """Decline an invitation; the host is notified once, with the reason if any. Does nothing for a player who has a seat there."""
    if game.host_id is None or game.status != Game.Status.OPEN or game.seats.filter(player=player).exists():
        return
    payload = {"game": game.code, "what": "declined", "whom": _invited_as(game, player), **({"reason": reason} if reason else {})}
    with transaction.atomic():
        outbox.put("invitation_news", game.host_id, f"declined:{game.code}:{player.pk}", payload=payload, thread=game.code)


def not_delivered(invitation: Message, why: str) -> None:
    """Notify the host that an invitation cannot be delivered. Only inside a transaction."""
    game = Game.objects.filter(code=invitation.payload["game"], status=Game.Status.OPEN).first()
    player = Player.objects.filter(pk=invitation.recipient_id).first()
    if game is None or player is None:
        return
    payload = {"game": game.code, "what": "bounced", "whom": invitation.payload.get("address") or player.name, "why": why[:200]}
    outbox.put("invitation_news", invitation.payload["by"], f"bounced:{invitation.pk}", payload=payload, thread=game.code)


def turn_not_delivered(turn: Message, why: str) -> None:
    """Notify the host once for each player that mails about their turns cannot be delivered. Only inside a transaction.

    Nothing is sent if the message is delivered on another channel, or to the host about their own mails.
    """
    game = Game.objects.filter(code=turn.payload["game"], status=Game.Status.ACTIVE).first()
    if game is None or game.host_id in (None, turn.recipient_id):
        return
    copies = Message.objects.filter(recipient_id=turn.recipient_id, key=turn.key, state__in=DELIVERED)
    player = Player.objects.filter(pk=turn.recipient_id).first()
    if player is not None and not copies.exists():
        payload = {"game": game.code, "what": "unreachable", "whom": player.name}
        outbox.put("invitation_news", game.host_id, f"unreachable:{game.code}:{player.pk}", payload=payload, thread=game.code)


def _invited_as(game: Game, player: Player) -> str:
    """The address that the host typed in the invitation, else the player's name."""
    key = f"invite:{game.code}:{player.pk}"
    payload = Message.objects.filter(recipient=player, key__startswith=key).order_by("-pk").values_list("payload", flat=True).first()
    return (payload or {}).get("address") or player.name
