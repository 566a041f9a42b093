"""Fan out to all channels of a person: an event is queued once, for the first channel of its kind, and copied when it is claimed.

So the statement that writes a move inserts one row per person, and devices are read once per delivery round.
"""

from notifications import kinds
from notifications.channels.base import Destination
from notifications.channels.registry import CHANNELS
from notifications.models import Message, Preference


def fan_out(rows: list[Message]) -> int:
    """Add the copies for the further channels of messages that are claimed for the first time; returns how many were added.

    Idempotent: a message is unique by recipient, channel and event.
    """
    fresh = [row for row in rows if row.medium == "email" and not row.attempts and not row.held and not row.stand_in]
    people = {row.recipient_id for row in fresh}
    destinations = [destination for channel in CHANNELS.values() for destination in channel.destinations(people)] if people else []
    if not destinations:
        return 0
    by_person: dict[int, list[Destination]] = {}
    for destination in destinations:
        by_person.setdefault(destination.person_id, []).append(destination)
    pairs = [(row, destination) for row in fresh for destination in by_person.get(row.recipient_id, ()) if accepts(destination, row)]
    chosen = {(p.player_id, p.kind, p.channel): p.enabled for p in Preference.objects.filter(player_id__in=people)}
    copies = [copy_for(row, destination.channel) for row, destination in pairs if _wanted(destination, row, chosen)]
    Message.objects.bulk_create(copies, ignore_conflicts=True)
    return len(copies)


def accepts(destination: Destination, row: Message) -> bool:
    kind = kinds.get(row.kind)
    return kind is not None and CHANNELS[destination.medium].carries(kind) and (destination.kinds is None or row.kind in destination.kinds)


def _wanted(destination: Destination, row: Message, chosen: dict[tuple[int, str, str], bool]) -> bool:
    """Whether the person has not switched this kind off here. Nothing is written then, so that a fallback can still add it."""
    kind = kinds.get(row.kind)
    if kind is None or not kind.optional or not CHANNELS[destination.medium].by_preference:
        return True
    return chosen.get((row.recipient_id, row.kind, destination.medium), kind.default_on)


def copy_for(row: Message, channel: str, *, stand_in: bool = False) -> Message:
    """The same message for another channel, due at the same time; a `stand_in` replaces a message that cannot be delivered."""
    return Message(
        kind=row.kind, recipient_id=row.recipient_id, channel=channel, key=row.key, payload=row.payload, thread=row.thread,
        topic=row.topic, not_before=row.not_before, created_at=row.created_at, stand_in=stand_in, request_id=row.request_id,
    )  # fmt: skip
