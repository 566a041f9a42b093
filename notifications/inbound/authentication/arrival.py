"""What is known of a mail besides its content: how it reached us, and whom it was written to."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Arrival:
    """`sender` is the envelope's; `session` what our server noted of the conversation (`store.keep`); `asked_at` when we asked.

    Nothing of this can be forged by what a mail contains.
    """

    raw: bytes = b""
    way: str = ""
    sender: str = ""
    recipient: str = ""
    asked_at: datetime | None = None
    session: dict[str, Any] = field(default_factory=dict)
    public: bool = False
    """Everybody knows the address it was written to, and it refers to nothing that only the person asked could know."""
