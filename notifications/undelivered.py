"""Call `Kind.failed` for mails that will never arrive."""

from collections.abc import Iterable

from notifications import kinds
from notifications.channels.email.channel import MAIL
from notifications.models import Message


def report(rows: Iterable[Message], why: str) -> None:
    """Called in the transaction that records the failure."""
    for row in rows:
        kind = kinds.get(row.kind)
        if row.channel == MAIL and kind is not None and kind.failed is not None:
            kind.failed(row, why)
