"""Change a person's message preferences, for the preferences page and the unsubscribe link."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from notifications.models import Message, Preference, Rhythm
from notifications.outbox import signal_after_commit


@transaction.atomic
def choose(person: Any, preferences: Iterable[Preference], *, window: int, hour: int) -> None:
    """Store these new preferences of a person; held messages become due now and are batched by the new ones."""
    _write(person.pk, preferences, fields=["enabled", "mode"])
    Rhythm.objects.update_or_create(player_id=person.pk, defaults={"window": window, "hour": hour})
    waiting = Message.objects.filter(recipient_id=person.pk, state=Message.State.QUEUED).exclude(held="")
    if waiting.update(held="", not_before=Now()):
        signal_after_commit()


@transaction.atomic
def switch_off(person_id: int, channel: str, kinds: Iterable[str]) -> None:
    """Switch these kinds off on this channel; idempotent."""
    _write(person_id, [Preference(kind=kind, channel=channel, enabled=False) for kind in kinds], fields=["enabled"])


def _write(person_id: int, preferences: Iterable[Preference], *, fields: list[str]) -> None:
    rows = list(preferences)
    for row in rows:
        row.player_id = person_id
    Preference.objects.bulk_create(rows, update_conflicts=True, unique_fields=["player", "kind", "channel"], update_fields=fields)
