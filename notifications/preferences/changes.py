"""Change a person's message preferences, for the preferences page and the unsubscribe link."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from notifications.models import Message, Mode, Preference, Rhythm
from notifications.outbox import signal_after_commit


@dataclass(frozen=True, slots=True)
class Choice:
    """The preference for one kind on one channel."""

    kind: str
    channel: str
    enabled: bool
    mode: str = Mode.AT_ONCE


@transaction.atomic
def choose(person: Any, choices: Iterable[Choice], *, window: int, hour: int) -> None:
    """Replace a person's preferences; held messages become due now and are batched by the new ones."""
    _write(person.pk, choices, fields=["enabled", "mode"])
    Rhythm.objects.update_or_create(player_id=person.pk, defaults={"window": window, "hour": hour})
    waiting = Message.objects.filter(recipient_id=person.pk, state=Message.State.QUEUED).exclude(held="")
    if waiting.update(held="", not_before=Now()):
        signal_after_commit()


@transaction.atomic
def switch_off(person_id: int, channel: str, kinds: Iterable[str]) -> None:
    """Switch these kinds off on this channel; idempotent."""
    _write(person_id, [Choice(kind, channel, enabled=False) for kind in kinds], fields=["enabled"])


def _write(person_id: int, choices: Iterable[Choice], *, fields: list[str]) -> None:
    rows = [Preference(player_id=person_id, kind=c.kind, channel=c.channel, enabled=c.enabled, mode=c.mode) for c in choices]
    Preference.objects.bulk_create(rows, update_conflicts=True, unique_fields=["player", "kind", "channel"], update_fields=fields)
