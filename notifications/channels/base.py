"""What a channel must offer, and the two ways in which it may fail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from notifications.calls.guard import Forbidden
from notifications.calls.post import Answer, NoAnswer
from notifications.kinds import PEOPLE, PROGRAMS, Kind
from notifications.lanes.rules import Rules
from notifications.letters import Letter
from notifications.mail import Mail
from notifications.models import Message

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Unreachable(Exception):
    """The far end takes nothing from us at the moment; this says nothing about the single letter."""


class Refused(Exception):
    """This letter was not taken. `permanent`: it never will be; `suppress`: the address itself is bad."""

    def __init__(self, reason: str, *, permanent: bool = False, suppress: bool = False) -> None:
        super().__init__(reason)
        self.permanent = permanent
        self.suppress = suppress


@dataclass(frozen=True, slots=True)
class Destination:
    """A further way to one person: the full name of its channel (`webhook:17`), and the kinds it is for (None: all)."""

    person_id: int
    channel: str
    kinds: frozenset[str] | None = None

    @property
    def medium(self) -> str:
        """The channel without the number of the address."""
        return self.channel.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Request:
    """One POST to a server that somebody named."""

    url: str
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a request, and after how long."""

    said: Answer | NoAnswer | Forbidden
    milliseconds: int

    @property
    def silent(self) -> bool:
        """Whether nothing came back."""
        return isinstance(self.said, NoAnswer)


class Session(Protocol):
    """One conversation with the far end, opened at the first letter and used for all letters of a round."""

    def send(self, letter: Letter, mail: Mail, now: datetime) -> str:
        """Hand over one letter as it was formatted; returns the provider's id or "". Raises Refused or Unreachable."""

    def close(self) -> None:
        """End the conversation; never raises."""


@dataclass(frozen=True, slots=True)
class EndpointSection:
    """A part of the settings page: a template and what it needs."""

    template: str
    context: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """Where the addresses of a channel stand, as SQL for the claim of calls (`notifications.lanes.candidates`).

    `address` gives the URL that is called, from a row of `table`; `owners` selects the people who have any. With
    `circuit_per_endpoint` each address has a circuit breaker of its own, otherwise all addresses of a host share one.
    """

    table: str
    address: str
    owners: str
    circuit_per_endpoint: bool = False


class Channel:
    """A way to reach people. Messages name it, and behind a colon which of a person's several addresses is meant.

    `title` stands on the settings page; `by_preference`: whether people choose kinds there, otherwise the address itself
    carries the choice; `kinds` are the channel's own kinds of message.
    """

    name: str
    title: str | _StrPromise = ""
    by_preference: bool = True
    kinds: tuple[Kind, ...] = ()

    def addresses(self, rows: Iterable[Message]) -> dict[int, str]:
        """Row id → where it goes, in the form suppressions are kept in; rows that reach nobody are left out."""
        raise NotImplementedError

    def destinations(self, people: Iterable[int]) -> list[Destination]:
        """The ways these people have opened in this channel; at most one query."""
        raise NotImplementedError

    def format(self, letter: Letter, mail: Mail) -> Mail:
        """The mail as this channel sends it and the recipient can read it again."""
        return mail

    def carries(self, kind: Kind) -> bool:
        """Whether messages of a kind go this way: it is named, or the kind goes to all channels for people, or for programs."""
        return self.name in kind.channels or (PEOPLE if self.by_preference else PROGRAMS) in kind.channels

    def labels(self, person_id: int) -> dict[str, str]:
        """Full channel name → what its owner calls it; at most one query."""
        return {}

    def section(self, person: Any) -> EndpointSection | None:
        """What the settings page shows about somebody's addresses, or None."""
        return None

    def export(self, person_id: int) -> dict[str, Any]:
        """What is held about somebody's addresses, for the archive of their data, by name."""
        return {}

    def erase(self, person_id: int) -> None:
        """Delete somebody's addresses."""

    def problems(self) -> list[str]:
        """What keeps the channel from working on this site, a sentence with the remedy each."""
        return []


class MailingChannel(Channel):
    """A channel whose letters of one round share a conversation with one far end."""

    def session(self) -> Session:
        """A new, not yet opened session."""
        raise NotImplementedError


class CallingChannel(Channel):
    """A channel whose letters are each a call to a server. Calls are made in threads that know no database.

    `rules` are the bounds of its lane, `source` says where its addresses stand.
    """

    rules: Rules
    source: Source

    def request(self, letter: Letter, mail: Mail, now: datetime) -> Request:
        """The call as it is to be made. Raises Refused when its endpoint does not exist any more."""
        raise NotImplementedError

    def record(self, letter: Letter, result: Result, now: datetime) -> str:
        """Note what came back; returns the provider's id or "". Raises Refused unless it was taken."""
        raise NotImplementedError

    def server_failed(self, result: Result) -> bool:
        """Whether a result that was refused is the server's fault, so that it counts for its circuit breaker."""
        raise NotImplementedError


def number_of(row: Any) -> int:
    """The number behind the colon of a row's channel: which of several addresses. Raises ValueError without one."""
    return int(str(row.channel).partition(":")[2])
