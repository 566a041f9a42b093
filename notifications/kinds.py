"""The register of message kinds. An app registers its own in `AppConfig.ready`; this app only knows the names.

A kind answers one question at the moment of sending: is this still true, and in which words?
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from notifications.composed import Composed

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from notifications.models import Message

PEOPLE, PROGRAMS = "people", "programs"
"""In `Kind.channels`: every channel that people read, and every channel that calls a program of theirs."""

Compose = Callable[["Message", datetime], Composed | None]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of message.

    `compose(message, now)` reads the current state and returns the words, or None when the news is no longer true; it
    runs outside any transaction with the recipient's language and time zone active, and must not change anything.
    `channels` are the ways it may take: it is written for the first one, and at its first claim the recipient's further ways
    get messages of their own (`fan_out.py`); PEOPLE and PROGRAMS stand for all channels that are for these. `optional` kinds carry
    an unsubscribe link and stand on the preferences page; `coalescable` ones may share a mail with others; one that `joins` leaves
    before it is due where another message of its thread leaves, in the same mail; `mode` is the rhythm of people who chose none
    ("at_once", "coalesced", "daily"). `failed` is told, in the transaction that writes it down, that a mail will never arrive, and why.
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
    """Make a kind known. Raises ValueError when the name is taken by another one."""
    if _kinds.get(kind.name, kind) != kind:
        raise ValueError(f"Two kinds of message are named {kind.name!r}; give one of them another name.")
    _kinds[kind.name] = kind
    return kind


def get(name: str) -> Kind | None:
    """The kind of that name, or None: then a newer release wrote the row, and a newer worker will send it."""
    return _kinds.get(name)


def all_kinds() -> list[Kind]:
    """All known kinds, in the order of registration."""
    return list(_kinds.values())


def names() -> list[str]:
    """The names of all known kinds."""
    return list(_kinds)


def joining() -> list[str]:
    """The names of the kinds that travel along with others of their thread."""
    return [kind.name for kind in _kinds.values() if kind.joins]


def optional() -> list[Kind]:
    """The kinds people may switch off, in the order of registration."""
    return [kind for kind in _kinds.values() if kind.optional]
