"""What a channel must offer, and the two ways in which it may fail."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from notifications.letters import Letter
from notifications.mail import Mail
from notifications.models import Message


class Unreachable(Exception):
    """The far end takes nothing from us at the moment; this says nothing about the single letter."""


class Refused(Exception):
    """This letter was not taken. `permanent`: it never will be; `suppress`: the address itself is bad."""

    def __init__(self, reason: str, *, permanent: bool = False, suppress: bool = False) -> None:
        super().__init__(reason)
        self.permanent = permanent
        self.suppress = suppress


@dataclass(frozen=True, slots=True)
class Branch:
    """A further way to one person: the full name of its channel (`webhook:17`), and the kinds it is for (None: all)."""

    person_id: int
    channel: str
    kinds: frozenset[str] | None = None

    @property
    def medium(self) -> str:
        """The channel without the number of the address."""
        return self.channel.partition(":")[0]


class Session(Protocol):
    """One conversation with the far end, opened at the first letter and used for all letters of a round."""

    def send(self, letter: Letter, mail: Mail, now: datetime) -> str:
        """Hand over one letter as it was dressed; returns the provider's id or "". Raises Refused or Unreachable."""

    def close(self) -> None:
        """End the conversation; never raises."""


class Channel(Protocol):
    """A way to reach people. Messages name it, and behind a colon which of a person's several addresses is meant.

    `by_preference`: whether people choose kinds on the preferences page; otherwise the address itself carries the choice.
    """

    name: str
    by_preference: bool

    def addresses(self, rows: Iterable[Message]) -> dict[int, str]:
        """Row id → where it goes, in the form suppressions are kept in; rows that reach nobody are left out."""

    def branches(self, people: Iterable[int]) -> list[Branch]:
        """The ways these people have opened in this channel; at most one query."""

    def dress(self, letter: Letter, mail: Mail) -> Mail:
        """The mail as this channel sends it and the recipient can read it again."""

    def session(self) -> Session:
        """A new, not yet opened session."""


def number_of(row: Any) -> int:
    """The number behind the colon of a row's channel: which of several addresses. Raises ValueError without one."""
    return int(str(row.channel).partition(":")[2])
