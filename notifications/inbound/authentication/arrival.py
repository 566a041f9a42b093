"""The facts about a mail that do not come from its content: how it was received, from which server, and for which address."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Arrival:
    """A received mail with its delivery facts, none of which its content can forge.

    `way` is one of `InboundMail.Way`. `sender` is the envelope sender. `recipient` is the address that it was sent to. `asked_at` is when
    that address was created. `session` is what the server has recorded about the client (`store.keep`).
    """

    raw: bytes = b""
    way: str = ""
    sender: str = ""
    recipient: str = ""
    asked_at: datetime | None = None
    session: dict[str, Any] = field(default_factory=dict)
    public: bool = False
    """Whether the recipient is the public address and the mail refers to no Message-ID that only its owner knows."""
