"""Registry of the kinds of message. An app registers its own in `AppConfig.ready`; this app knows only their names.

A kind decides at the time of sending whether its message is still current, and composes the text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from notifications.mail.composed import Composed

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from notifications.models import Message

PEOPLE, PROGRAMS = "people", "programs"
"""In `Kind.channels`: every channel read by people, and every channel that calls a program."""

JOINS = timedelta(minutes=2)
"""How long a message of a kind that `joins` waits for another one of its thread, so that both go in one mail."""

Compose = Callable[["Message", datetime], Composed | None]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of message.

    `compose(message, now)` reads the current state and returns the text, or None when the message is no longer current; it runs outside any
    transaction with the recipient's language and time zone active, and must not change anything. `channels`: the message is queued for the
    first one and copied to the recipient's further ones at its first claim (`delivery.fan_out`); PEOPLE and PROGRAMS stand for all channels
    of that sort. `optional` kinds have an unsubscribe link and a switch on the preferences page; `coalescable` ones may be batched into one
    mail with others; one that `joins` is sent early when another message of its thread is sent, in the same mail; `mode` is the default
    rhythm ("at_once", "coalesced", "daily"). `failed(message, reason)` is called when a mail will never arrive, in the transaction that
    records it.
    """

    name: str
    title: str | _StrPromise
    compose: Compose
    channels: tuple[str, ...] = ("email", PEOPLE, PROGRAMS)
    default_on: bool = True
    optional: bool = True
    coalescable: bool = False
    joins: bool = False
    mode: str = "at_once"
    failed: Callable[[Message, str], None] | None = None


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> Kind:
    """Register a kind. Raises ValueError when another one has its name."""
    if _kinds.get(kind.name, kind) != kind:
        raise ValueError(f"Two kinds of message are named {kind.name!r}; give one of them another name.")
    _kinds[kind.name] = kind
    return kind


def get(name: str) -> Kind | None:
    """The kind of that name, or None: then a newer release wrote the row, and a worker of that release will send it."""
    return _kinds.get(name)


def all_kinds() -> list[Kind]:
    """All known kinds, in the order of registration."""
    return list(_kinds.values())


def names() -> list[str]:
    return list(_kinds)


def joining() -> list[str]:
    """The names of the kinds that `join` other messages of their thread."""
    return [kind.name for kind in _kinds.values() if kind.joins]


def optional() -> list[Kind]:
    """The kinds that can be switched off, in the order of registration."""
    return [kind for kind in _kinds.values() if kind.optional]
