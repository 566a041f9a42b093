"""Telling whoever has to know that a mail will never arrive: the kinds that want it (`Kind.failed`)."""

from __future__ import annotations

from collections.abc import Iterable

from notifications import kinds
from notifications.channels.email.channel import MAIL
from notifications.models import Message


def tell(rows: Iterable[Message], why: str) -> None:
    """Called in the transaction that writes the failure down."""
    for row in rows:
        kind = kinds.get(row.kind)
        if row.channel == MAIL and kind is not None and kind.failed is not None:
            kind.failed(row, why)
