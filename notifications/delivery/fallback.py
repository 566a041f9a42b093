"""Fall back to the next channel: a message that cannot be delivered is queued once for the recipient's next channel.

The order is that of `CHANNELS`. An event whose message is queued or sent on another channel is not repeated, and a mail that was
unsubscribed stays unsubscribed.
"""

from collections.abc import Iterable

from notifications.channels.base import Destination
from notifications.channels.registry import CHANNELS
from notifications.delivery.fan_out import accepts, copy_for
from notifications.models import Message

State = Message.State
DELIVERED = frozenset({State.QUEUED, State.SENDING, State.SENT})

Event = tuple[int, str]
"""Recipient id and key of the event."""


def queue_fallbacks(failed: Iterable[Message]) -> int:
    """Queue these messages, which will never arrive, for the next channel; returns how many were added.

    Called in the transaction that records the failure, so that both are committed together. Queries: one for the other messages of the same
    events, one for each channel.
    """
    rows = list(failed)
    if not rows:
        return 0
    tried, delivered = _history(rows)
    people = sorted({row.recipient_id for row in rows})
    by_channel = {name: _destinations(name, people) for name in CHANNELS}
    copies = [copy for row in rows if _event_of(row) not in delivered for copy in _next_channel(row, by_channel, tried[_event_of(row)])]
    Message.objects.bulk_create(copies, ignore_conflicts=True)
    return len(copies)


def _event_of(row: Message) -> Event:
    return row.recipient_id, row.key


def _history(rows: list[Message]) -> tuple[dict[Event, set[str]], set[Event]]:
    """The channels that were tried for each event, and the events with a message that is queued or sent."""
    tried: dict[Event, set[str]] = {_event_of(row): set() for row in rows}
    delivered: set[Event] = set()
    same = Message.objects.filter(recipient_id__in={row.recipient_id for row in rows}, key__in={row.key for row in rows})
    for person, key, channel, state in same.values_list("recipient_id", "key", "channel", "state"):
        if (person, key) in tried:
            tried[person, key].add(channel)
            if state in DELIVERED:
                delivered.add((person, key))
    return tried, delivered


def _destinations(name: str, people: list[int]) -> list[Destination]:
    """The destinations in one channel. Email has one for every person; its address is checked at the claim."""
    return [Destination(person, "email") for person in people] if name == "email" else CHANNELS[name].destinations(people)


def _next_channel(row: Message, by_channel: dict[str, list[Destination]], tried: set[str]) -> list[Message]:
    """The copies for the first channel that was not tried: one for every destination in it."""
    for destinations in by_channel.values():
        untried = [one for one in destinations if one.person_id == row.recipient_id and one.channel not in tried and accepts(one, row)]
        if untried:
            return [copy_for(row, one.channel, stand_in=True) for one in untried]
    return []
