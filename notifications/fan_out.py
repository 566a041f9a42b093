"""Fan news out to all channels of a person: it is queued once, for the first channel of its kind, and copied when it is claimed.

So the statement that writes a move inserts one row per person, and devices are looked up once per round of delivery.
"""

from __future__ import annotations

from notifications import kinds
from notifications.channels.base import Branch
from notifications.channels.registry import CHANNELS
from notifications.models import Message, Preference


def fan_out(rows: list[Message]) -> int:
    """Add the messages for the further channels of news that is claimed for the first time; returns how many were added.

    A row that comes here twice adds nothing: every message is unique by recipient, channel and event.
    """
    fresh = [row for row in rows if row.medium == "email" and not row.attempts and not row.held and not row.stand_in]
    people = {row.recipient_id for row in fresh}
    branches = [branch for channel in CHANNELS.values() for branch in channel.branches(people)] if people else []
    if not branches:
        return 0
    of_person: dict[int, list[Branch]] = {}
    for branch in branches:
        of_person.setdefault(branch.person_id, []).append(branch)
    ways = [(row, branch) for row in fresh for branch in of_person.get(row.recipient_id, ()) if accepts(branch, row)]
    chosen = {(p.player_id, p.kind, p.channel): p.enabled for p in Preference.objects.filter(player_id__in=people)}
    made = [copy_for(row, branch.channel) for row, branch in ways if _wanted(branch, row, chosen)]
    Message.objects.bulk_create(made, ignore_conflicts=True)
    return len(made)


def accepts(branch: Branch, row: Message) -> bool:
    """Whether this endpoint takes messages of the row's kind."""
    kind = kinds.get(row.kind)
    return kind is not None and CHANNELS[branch.medium].carries(kind) and (branch.kinds is None or row.kind in branch.kinds)


def _wanted(branch: Branch, row: Message, chosen: dict[tuple[int, str, str], bool]) -> bool:
    """What was switched off is not even written, so that the news may still come this way when its own way fails."""
    kind = kinds.get(row.kind)
    if kind is None or not kind.optional or not CHANNELS[branch.medium].by_preference:
        return True
    return chosen.get((row.recipient_id, row.kind, branch.medium), kind.default_on)


def copy_for(row: Message, channel: str, *, stand_in: bool = False) -> Message:
    """The same message for another channel, due at the same time; a `stand_in` replaces a message that cannot be delivered."""
    return Message(
        kind=row.kind, recipient_id=row.recipient_id, channel=channel, key=row.key, payload=row.payload, thread=row.thread,
        topic=row.topic, not_before=row.not_before, created_at=row.created_at, stand_in=stand_in, request_id=row.request_id,
    )  # fmt: skip
