"""Registry of the functions that process verified replies. Apps register one handler per purpose in `AppConfig.ready`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from notifications.models import InboundMail


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply from a verified sender. `lines` is the writer's text ("" separates paragraphs), `payload` that of the reply address.

    A handler records what it has done in `progress` and saves it with `remember`. After a crash the handler is called again with the
    same mail and must not repeat what is recorded.
    """

    mail: InboundMail
    lines: tuple[str, ...]
    payload: dict[str, Any] = field(default_factory=dict)

    @property
    def person(self) -> Any:
        """The owner of the reply address, who is verified as the sender."""
        return self.mail.address.person

    @property
    def progress(self) -> list[dict[str, Any]]:
        """The records of earlier attempts; a list that the handler may change."""
        progress: list[dict[str, Any]] = self.mail.progress
        return progress

    def remember(self) -> None:
        self.mail.save(update_fields=["progress"])


Handler = Callable[[Reply, datetime], None]
_handlers: dict[str, Handler] = {}


def register(purpose: str, handler: Handler) -> None:
    """Register the handler of a purpose. Raises ValueError if the purpose has another handler."""
    if _handlers.get(purpose, handler) is not handler:
        raise ValueError(f"Two handlers want the replies about {purpose!r}; give one of them another name.")
    _handlers[purpose] = handler


def get(purpose: str) -> Handler:
    """Return the handler of a purpose.

    Raises LookupError if there is none. During an upgrade a newer release may have created the address; the worker retries the mail, so
    that a worker of the newer release can process it.
    """
    if purpose not in _handlers:
        raise LookupError(f"Nobody reads replies about {purpose!r}; register a handler in AppConfig.ready.")
    return _handlers[purpose]
