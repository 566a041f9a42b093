"""Inviting people to a table that looks for players, declining, and invitations that do not arrive."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q

from games.models import Game, Player
from games.services.people import relations as people
from notifications import outbox
from notifications.models import Message


def invite(game: Game, by: Player, players: Sequence[Player], *, address: str = "") -> None:
    """Tell people about a table that has a seat for them; `address` is what the host knows somebody by, where it is an address.

    Inviting somebody again says nothing twice, unless the mail came back; who keeps apart hears nothing.
    """
    payload = {"game": game.code, "by": by.pk, **({"address": address} if address else {})}
    apart = people.kept_apart(by.pk, [player.pk for player in players])
    with transaction.atomic():
        outbox.put_many(
            outbox.News("invitation", player.pk, _next_key(game, player), payload=payload, thread=game.code)
            for player in players
            if player.pk not in apart
        )


def _next_key(game: Game, player: Player) -> str:
    """The event's name: another one after each mail that has not arrived."""
    key = f"invite:{game.code}:{player.pk}"
    lost = Message.objects.filter(recipient=player, channel="email", state__in=(Message.State.BOUNCED, Message.State.DEAD))
    count = lost.filter(Q(key=key) | Q(key__startswith=f"{key}:")).count()
    return f"{key}:{count + 1}" if count else key


def decline(game: Game, player: Player, reason: str = "") -> None:
    """Say no to an invitation; the host is told once, with the reason if any. Somebody who sits there already keeps the seat."""
    if game.host_id is None or game.status != Game.Status.OPEN or game.seats.filter(player=player).exists():
        return
    payload = {"game": game.code, "what": "declined", "whom": _as_invited(game, player), **({"reason": reason} if reason else {})}
    with transaction.atomic():
        outbox.put("invitation_news", game.host_id, f"declined:{game.code}:{player.pk}", payload=payload, thread=game.code)


def not_delivered(invitation: Message, why: str) -> None:
    """Tell the host that an invitation will never arrive. Only inside a transaction."""
    game = Game.objects.filter(code=invitation.payload["game"], status=Game.Status.OPEN).first()
    player = Player.objects.filter(pk=invitation.recipient_id).first()
    if game is None or player is None:
        return
    payload = {"game": game.code, "what": "bounced", "whom": invitation.payload.get("address") or player.name, "why": why[:200]}
    outbox.put("invitation_news", invitation.payload["by"], f"bounced:{invitation.pk}", payload=payload, thread=game.code)


def _as_invited(game: Game, player: Player) -> str:
    """What the host knows somebody by: the address they typed, else the name."""
    key = f"invite:{game.code}:{player.pk}"
    payload = Message.objects.filter(recipient=player, key__startswith=key).order_by("-pk").values_list("payload", flat=True).first()
    return (payload or {}).get("address") or player.name
