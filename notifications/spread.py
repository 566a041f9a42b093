"""News for all of a person's channels: it is written once, for the first channel of its kind, and spreads when it is claimed.

So the statement of the hot path stays one row per person, and who has how many devices is asked once per round of delivery.
"""

from __future__ import annotations

from notifications import kinds
from notifications.channels import CHANNELS
from notifications.channels.base import Branch
from notifications.models import Message


def spread(rows: list[Message]) -> int:
    """Add the messages for the further channels of news that is claimed for the first time; returns how many were added.

    A row that comes here twice adds nothing: every message is unique by recipient, channel and event.
    """
    fresh = [row for row in rows if row.medium == "email" and not row.attempts and not row.held]
    people = {row.recipient_id for row in fresh}
    branches = [branch for channel in CHANNELS.values() for branch in channel.branches(people)] if people else []
    if not branches:
        return 0
    of_person: dict[int, list[Branch]] = {}
    for branch in branches:
        of_person.setdefault(branch.person_id, []).append(branch)
    made = [twin(row, branch.channel) for row in fresh for branch in of_person.get(row.recipient_id, ()) if _for(branch, row)]
    Message.objects.bulk_create(made, ignore_conflicts=True)
    return len(made)


def _for(branch: Branch, row: Message) -> bool:
    kind = kinds.get(row.kind)
    taken = kind is not None and branch.channel.partition(":")[0] in kind.channels
    return taken and (branch.kinds is None or row.kind in branch.kinds)


def twin(row: Message, channel: str) -> Message:
    """The same news for another channel, due when it was."""
    return Message(
        kind=row.kind, recipient_id=row.recipient_id, channel=channel, key=row.key, payload=row.payload,
        thread=row.thread, topic=row.topic, not_before=row.not_before, created_at=row.created_at, request_id=row.request_id,
    )  # fmt: skip
