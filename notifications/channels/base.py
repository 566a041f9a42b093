"""What a channel must offer, and the two ways in which it may fail."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Protocol

from notifications.letters import Letter
from notifications.mail import Mail


class Unreachable(Exception):
    """The far end takes nothing from us at the moment; this says nothing about the single letter."""


class Refused(Exception):
    """This letter was not taken. `permanent`: it never will be; `suppress`: the address itself is bad."""

    def __init__(self, reason: str, *, permanent: bool = False, suppress: bool = False) -> None:
        super().__init__(reason)
        self.permanent = permanent
        self.suppress = suppress


class Session(Protocol):
    """One conversation with the far end, opened at the first letter and used for all letters of a round."""

    def send(self, letter: Letter, mail: Mail, now: datetime) -> str:
        """Hand over one letter; returns the provider's id or "". Raises Refused or Unreachable."""

    def close(self) -> None:
        """End the conversation; never raises."""


class Channel(Protocol):
    """A way to reach people."""

    name: str

    def address(self, person: Any) -> str:
        """Where this channel finds the person, in the form suppressions are kept in; "" when it cannot."""

    def session(self) -> Session:
        """A new, not yet opened session."""
