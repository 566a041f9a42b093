"""Fall back to the next channel: news that cannot be delivered by one channel is queued for the next one the person has, once.

The order is that of `CHANNELS`. News that is queued or delivered on another channel is not repeated; and a mail that was
unsubscribed stays unsubscribed.
"""

from __future__ import annotations

from collections.abc import Iterable

from notifications.channels.base import Branch
from notifications.channels.registry import CHANNELS
from notifications.fan_out import accepts, copy_for
from notifications.models import Message

State = Message.State
ALIVE = frozenset({State.QUEUED, State.SENDING, State.SENT})

Event = tuple[int, str]
"""Whom it is for, and its key."""


def queue_fallbacks(failed: Iterable[Message]) -> int:
    """Queue these messages, which will never arrive, for the next channel; returns how many were added.

    Called in the transaction that records the failure, so that both are committed together. Queries: one for the
    other messages of the same news, one for each channel.
    """
    rows = list(failed)
    if not rows:
        return 0
    tried, alive = _history(rows)
    people = sorted({row.recipient_id for row in rows})
    ways = {name: _branches(name, people) for name in CHANNELS}
    made = [new for row in rows if _event(row) not in alive for new in _next(row, ways, tried[_event(row)])]
    Message.objects.bulk_create(made, ignore_conflicts=True)
    return len(made)


def _event(row: Message) -> Event:
    return row.recipient_id, row.key


def _history(rows: list[Message]) -> tuple[dict[Event, set[str]], set[Event]]:
    """The channels every piece of news has been given to, and which news is still under way or has arrived."""
    tried: dict[Event, set[str]] = {_event(row): set() for row in rows}
    alive: set[Event] = set()
    same = Message.objects.filter(recipient_id__in={row.recipient_id for row in rows}, key__in={row.key for row in rows})
    for person, key, channel, state in same.values_list("recipient_id", "key", "channel", "state"):
        if (person, key) in tried:
            tried[person, key].add(channel)
            if state in ALIVE:
                alive.add((person, key))
    return tried, alive


def _branches(name: str, people: list[int]) -> list[Branch]:
    """The endpoints of one channel. Everybody has one in the first channel; whether its address can be used is checked at the claim."""
    return [Branch(person, "email") for person in people] if name == "email" else CHANNELS[name].branches(people)


def _next(row: Message, ways: dict[str, list[Branch]], tried: set[str]) -> list[Message]:
    """The messages of the first channel that has not been tried: every device, every webhook of it."""
    for branches in ways.values():
        open_ways = [way for way in branches if way.person_id == row.recipient_id and way.channel not in tried and accepts(way, row)]
        if open_ways:
            return [copy_for(row, way.channel, stand_in=True) for way in open_ways]
    return []
