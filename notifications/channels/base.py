"""The interface of a channel, and the two exceptions with which a delivery fails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from django.db import transaction
from django.db.models import Model, QuerySet

from notifications import outbox
from notifications.calls.guard import Forbidden
from notifications.calls.post import NoResponse, Response
from notifications.delivery.batches import Batch
from notifications.kinds import PEOPLE, PROGRAMS, Kind
from notifications.lanes.rules import Rules
from notifications.mail.mail import Mail
from notifications.models import Message

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

BUSY = 429
"""Too Many Requests (RFC 6585)."""
FINAL = frozenset(range(400, 500)) - {BUSY}


class Unreachable(Exception):
    """The server cannot be reached or takes nothing at the moment; the single mail is not at fault."""


class Refused(Exception):
    """This message was refused. `permanent`: for good; `suppress`: because the address itself is invalid."""

    def __init__(self, reason: str, *, permanent: bool = False, suppress: bool = False) -> None:
        super().__init__(reason)
        self.permanent = permanent
        self.suppress = suppress


@dataclass(frozen=True, slots=True)
class Destination:
    """One endpoint of a person: the full name of its channel (`webhook:17`), and the kinds it takes (None: all)."""

    person_id: int
    channel: str
    kinds: frozenset[str] | None = None

    @property
    def medium(self) -> str:
        """The channel without the number of the endpoint."""
        return self.channel.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Request:
    """One POST to a URL that a user provided."""

    url: str
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Result:
    """The response to a request, or the error, and the duration."""

    response: Response | NoResponse | Forbidden
    milliseconds: int

    @property
    def no_response(self) -> bool:
        return isinstance(self.response, NoResponse)

    @property
    def server_error(self) -> bool:
        """Whether the server failed: no response, 5xx or 429. Other errors are about one endpoint or message."""
        return self.no_response or (isinstance(self.response, Response) and (self.response.status >= 500 or self.response.status == BUSY))


class Session(Protocol):
    """A connection to one server, opened at the first batch and used for all batches of a round."""

    def send(self, batch: Batch, mail: Mail, now: datetime) -> str:
        """Send one formatted batch; returns the provider's id or "". Raises Refused or Unreachable."""

    def close(self) -> None:
        """Close the connection; never raises."""


@dataclass(frozen=True, slots=True)
class EndpointSection:
    template: str
    context: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """Where the URLs of a channel are stored, as SQL for the claim of calls (`notifications.lanes.candidates`).

    `address` is the URL, as an expression on a row of `table`; `owners` selects the ids of people who have any. With `circuit_per_endpoint`
    each endpoint has a circuit breaker of its own, otherwise all endpoints of a host share one.
    """

    table: str
    address: str
    owners: str
    circuit_per_endpoint: bool = False


class Channel:
    """A channel. The channel field of a message has its name and, after a colon, the number of the person's endpoint.

    `title` is shown on the preferences page; `by_preference`: whether kinds are chosen there, otherwise the endpoint itself stores the
    choice; `kinds` are the channel's own kinds of message.
    """

    name: str
    title: str | _StrPromise = ""
    by_preference: bool = True
    kinds: tuple[Kind, ...] = ()

    def addresses(self, rows: Iterable[Message]) -> dict[int, str]:
        """Row id → address, in the form of suppressions; rows without an address are left out."""
        raise NotImplementedError

    def destinations(self, people: Iterable[int]) -> list[Destination]:
        """The endpoints of these people in this channel; at most one query."""
        raise NotImplementedError

    def format(self, batch: Batch, mail: Mail) -> Mail:
        """The mail as this channel sends it and as it is stored."""
        return mail

    def carries(self, kind: Kind) -> bool:
        """Whether messages of a kind use this channel: by name, or as one of the channels for people or for programs."""
        return self.name in kind.channels or (PEOPLE if self.by_preference else PROGRAMS) in kind.channels

    def labels(self, person_id: int) -> dict[str, str]:
        """Full channel name → the name its owner gave it; at most one query."""
        return {}

    def section(self, person: Any) -> EndpointSection | None:
        """The section of the preferences page about a person's endpoints, or None."""
        return None

    def export(self, person_id: int) -> dict[str, Any]:
        """A person's endpoints for the export of their data, by name."""
        return {}

    def erase(self, person_id: int) -> None:
        """Delete a person's endpoints."""

    def problems(self) -> list[str]:
        """What keeps the channel from working on this site: sentences with the remedy."""
        return []


class MailingChannel(Channel):
    """A channel whose batches of one round share a connection."""

    def session(self) -> Session:
        """A new session, not yet connected."""
        raise NotImplementedError


class CallingChannel(Channel):
    """A channel that makes one HTTP call for each batch. The calls run in threads without a database connection.

    `rules` are the limits of its lane, `source` says where its URLs are stored. The endpoints are rows of `model`, which has an `owner` and
    the property `channel`; `address_field` is their address. `exported` are the fields for the export of a person's data, below the name
    `export_name` (default: that of the channel); `removed` is the error of a message whose endpoint was removed.

    An endpoint is deleted after a status in `gone`, with the error `withdrawn`; a status in `final` refuses the message for good.
    """

    rules: Rules
    source: Source
    model: type[Model]
    address_field: ClassVar[str]
    export_name = ""
    exported: ClassVar[tuple[str, ...]]
    removed = "This address was removed."
    withdrawn = "The server does not know this address any more."
    server = "The server"
    gone = frozenset({404, 410})
    final = FINAL

    def endpoints(self) -> QuerySet[Any]:
        return self.model._default_manager.all()

    def usable(self) -> QuerySet[Any]:
        return self.endpoints()

    def endpoint(self, batch: Batch) -> Any:
        """The endpoint of a batch. Raises Refused when it was removed."""
        endpoint = self.endpoints().filter(pk=number_of(batch.rows[0])).first()
        if endpoint is None:
            raise Refused(self.removed, permanent=True)
        return endpoint

    def addresses(self, rows: Iterable[Message]) -> dict[int, str]:
        """The addresses of endpoints that exist and belong to the recipient. One query."""
        wanted = {row.pk: (number_of(row), row.recipient_id) for row in rows}
        known = self.usable().filter(pk__in={number for number, _owner in wanted.values()})
        found = {(pk, owner): address for pk, owner, address in known.values_list("pk", "owner_id", self.address_field)}
        return {row: found[key] for row, key in wanted.items() if key in found}

    def destinations(self, people: Iterable[int]) -> list[Destination]:
        return [Destination(row.owner_id, row.channel) for row in self.usable().filter(owner_id__in=list(people))]

    def labels(self, person_id: int) -> dict[str, str]:
        return {row.channel: str(row) for row in self.endpoints().filter(owner_id=person_id)}

    def export(self, person_id: int) -> dict[str, Any]:
        """The endpoints without their secrets."""
        return {self.export_name or self.name: list(self.endpoints().filter(owner_id=person_id).values(*self.exported))}

    def remove(self, owner: Any, pk: int) -> bool:
        """Remove an endpoint of a person and withdraw its queued messages. False when this person has no such endpoint."""
        with transaction.atomic():
            deleted, _rows = self.endpoints().filter(owner=owner, pk=pk).delete()
            outbox.withdraw(owner, f"{self.name}:{pk}")
        return deleted > 0

    def erase(self, person_id: int) -> None:
        self.endpoints().filter(owner_id=person_id).delete()

    def request(self, batch: Batch, mail: Mail, now: datetime) -> Request:
        """The call to make. Raises Refused when the endpoint does not exist any more."""
        raise NotImplementedError

    def record(self, batch: Batch, result: Result, now: datetime) -> str:
        """Store the result of a call; returns the provider's id or "". Raises Refused unless it succeeded."""
        response = result.response
        if not isinstance(response, Response):
            raise Refused(str(response), permanent=not result.no_response)
        if response.status in self.gone:
            self.endpoint(batch).delete()
            raise Refused(self.withdrawn, permanent=True)
        if not 200 <= response.status < 300:
            raise Refused(f"{self.server} answered {response.status}.", permanent=response.status in self.final)
        return ""

    def server_failed(self, result: Result) -> bool:
        """Whether a failed call is the server's fault, so that it counts for its circuit breaker."""
        return result.server_error


def number_of(row: Any) -> int:
    """The number of the endpoint in a row's channel. Raises ValueError when there is none."""
    return int(str(row.channel).partition(":")[2])
