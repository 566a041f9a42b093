"""Staff actions on mails: send messages again, suppress an address, and lift a suppression."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from games.models import Player
from games.rules.messages import msg
from games.services.errors import Closed, Refused
from games.services.operations.audit import record_action
from notifications import outbox
from notifications.models import Message, Suppression


def send_again(messages: Collection[int], by: Player, reason: str, *, now: datetime) -> int:
    """Queue settled messages again; returns their number. Raises `Refused` when none of them is settled."""
    with transaction.atomic():
        count = outbox.send_again(Message.objects.filter(pk__in=messages))
        if not count:
            raise Refused(msg("None of these messages is settled; they are on their way."), code="not_settled")
        first, last = min(messages), max(messages)
        record_action(by, "send again", f"message {first}" if first == last else f"messages {first}–{last} ({count})", reason, now)
        return count


def suppress(player_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Suppress a player's address until it is lifted; the reason is stored with the address. Raises `Refused`."""
    with transaction.atomic():
        player = Player.objects.get(pk=player_id)
        if not player.email:
            raise Refused(msg("This person has no email address."), code="no_address")
        record_action(by, "suppress address", f"player {player.pk}", reason, now)
        facts = {"reason": reason.strip(), "until": None}
        Suppression.objects.update_or_create(address=player.email.lower(), defaults=facts)


def lift(suppression_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Lift a suppression. The audit event names the player, not the address, because addresses can be erased. Raises `Closed`."""
    with transaction.atomic():
        row = Suppression.objects.select_for_update().filter(pk=suppression_id).first()
        if row is None:
            raise Closed(msg("Mails to this address are not stopped."), code="not_suppressed")
        person = Player.objects.filter(email__iexact=row.address).first()
        record_action(by, "lift suppression", f"player {person.pk}" if person else f"address {row.pk}", reason, now)
        row.delete()
