"""Work that only another process can do, as while two releases run side by side: it is put back untried, and no fault."""

from __future__ import annotations

from datetime import timedelta

LEFT_FOR = timedelta(seconds=20)
"""So long nobody takes it up again; with two processes, one of which can do it, it is done within a minute."""


class NotHere(Exception):
    """Raised by whoever composes a message or reads a reply: this process cannot do it, another one may."""
