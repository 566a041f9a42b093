"""Who understands which answers. An app registers a handler per purpose in `AppConfig.ready`; this app only knows the names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from notifications.models import InboundMail


@dataclass(frozen=True, slots=True)
class Reply:
    """A believed answer: who gave it, to which question, in which lines (blank ones separate paragraphs).

    Whatever a handler has done it writes into `progress` and saves with `remember`; after a crash it is called again with
    the same mail and must not do anything twice.
    """

    mail: InboundMail
    lines: tuple[str, ...]
    payload: dict[str, Any] = field(default_factory=dict)

    @property
    def person(self) -> Any:
        """Whose address it was written to; trust has been established before."""
        return self.mail.address.person

    @property
    def progress(self) -> list[dict[str, Any]]:
        """What earlier attempts have noted."""
        progress: list[dict[str, Any]] = self.mail.progress
        return progress

    def remember(self) -> None:
        """Keep the progress now."""
        self.mail.save(update_fields=["progress"])


Handler = Callable[[Reply, datetime], None]
_handlers: dict[str, Handler] = {}


def register(purpose: str, handler: Handler) -> None:
    """Make a handler known. Raises ValueError when the purpose has another one."""
    if _handlers.get(purpose, handler) is not handler:
        raise ValueError(f"Two handlers want the replies about {purpose!r}; give one of them another name.")
    _handlers[purpose] = handler


def get(purpose: str) -> Handler:
    """The handler. Raises LookupError; then a newer release wrote the address, and a newer worker will read the mail."""
    if purpose not in _handlers:
        raise LookupError(f"Nobody reads replies about {purpose!r}; register a handler in AppConfig.ready.")
    return _handlers[purpose]
