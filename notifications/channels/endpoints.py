"""The base of channels whose addresses stand in the table of `Endpoint`: chats, rooms, anything one call reaches.

A subclass says how an address is checked (`form`) and how it is called (`request`); listing, adding, removing, delivery, erasure and
export follow from that. README.md lists the files of such a channel.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from notifications.calls.post import Answer
from notifications.channels.base import CallingChannel, Destination, EndpointSection, Refused, Result, Source, number_of
from notifications.channels.registry import CHANNELS
from notifications.lanes.rules import Rules
from notifications.letters import Letter
from notifications.models import Endpoint, Message

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MOST = 10
GONE = frozenset({404, 410})
BUSY = 429


class BadEndpoint(Exception):
    """This address cannot be added; the text says why."""


class EndpointForm(forms.Form):
    """An address and what its owner calls it. A channel overrides `clean_address` to check it."""

    address = forms.CharField(label=_("Address"), max_length=500)
    name = forms.CharField(label=_("Name"), max_length=60, required=False)


class EndpointChannel(CallingChannel):
    """A channel of calls whose addresses are rows of `Endpoint`; `telegram:17` is the address of row 17.

    `called` is SQL for the URL that is called, from a row of the table: a constant where all addresses share one server.
    `gone` are answers after which an address is deleted.
    """

    heading: str | _StrPromise
    explanation: str | _StrPromise
    form: type[forms.Form] = EndpointForm
    called = "address"
    gone = GONE

    @property
    def rules(self) -> Rules:  # type: ignore[override]
        """The bounds of the lane."""
        return Rules(self.name, slots=48, per_host=32, per_person=4, opens_after=5, silence_weighs=1)

    @property
    def source(self) -> Source:  # type: ignore[override]
        """This channel's rows."""
        rows = f"notifications_endpoint WHERE medium = '{self.name}'"
        return Source("notifications_endpoint", self.called, owners=f"SELECT owner_id FROM {rows}")

    def addresses(self, rows: Iterable[Message]) -> dict[int, str]:
        """The addresses that still belong to the recipient."""
        wanted = {row.pk: (number_of(row), row.recipient_id) for row in rows}
        if self.problems():
            return {}
        mine = Endpoint.objects.filter(medium=self.name, pk__in={pk for pk, _owner in wanted.values()})
        found = {(endpoint.pk, endpoint.owner_id): endpoint.address for endpoint in mine}
        return {row: found[key] for row, key in wanted.items() if key in found}

    def destinations(self, people: Iterable[int]) -> list[Destination]:
        """Every address of these people."""
        if self.problems():
            return []
        return [Destination(row.owner_id, row.channel) for row in Endpoint.objects.filter(medium=self.name, owner_id__in=list(people))]

    def endpoint(self, letter: Letter) -> Endpoint:
        """The address of a letter. Raises Refused when it was removed."""
        endpoint = Endpoint.objects.filter(medium=self.name, pk=number_of(letter.rows[0])).first()
        if endpoint is None:
            raise Refused("This address was removed.", permanent=True)
        return endpoint

    def record(self, letter: Letter, result: Result, now: datetime) -> str:
        """Nothing to keep of a call that was taken. An address its server no longer knows is deleted."""
        said = result.said
        if not isinstance(said, Answer):
            raise Refused(str(said), permanent=not result.silent)
        if said.status in self.gone:
            Endpoint.objects.filter(medium=self.name, pk=number_of(letter.rows[0])).delete()
            raise Refused("The server does not know this address any more.", permanent=True)
        if not 200 <= said.status < 300:
            raise Refused(f"The server answered {said.status}.", permanent=400 <= said.status < 500 and said.status != BUSY)
        return ""

    def server_failed(self, result: Result) -> bool:
        """The server itself is in trouble; other refusals are about one address."""
        return result.silent or (isinstance(result.said, Answer) and (result.said.status >= 500 or result.said.status == BUSY))

    def labels(self, person_id: int) -> dict[str, str]:
        """Addresses by name."""
        return {endpoint.channel: str(endpoint) for endpoint in Endpoint.objects.filter(medium=self.name, owner_id=person_id)}

    def section(self, person: Any) -> EndpointSection | None:
        """The addresses, with buttons to remove and to add; nothing while the site cannot use the channel."""
        if self.problems():
            return None
        context = {
            "medium": self.name,
            "heading": self.heading,
            "explanation": self.explanation,
            "endpoints": Endpoint.objects.filter(medium=self.name, owner_id=person.pk),
        }
        return EndpointSection("notifications/_endpoints.html", context)

    def export(self, person_id: int) -> dict[str, Any]:
        """Addresses."""
        return {self.name: list(Endpoint.objects.filter(medium=self.name, owner_id=person_id).values("address", "name", "created_at"))}

    def erase(self, person_id: int) -> None:
        """Delete the addresses."""
        Endpoint.objects.filter(medium=self.name, owner_id=person_id).delete()


def channel_of(medium: str) -> EndpointChannel | None:
    """The channel of that name, if people add addresses to it here and the site can use it."""
    channel = CHANNELS.get(medium)
    return channel if isinstance(channel, EndpointChannel) and not channel.problems() else None


def add(owner: Any, channel: EndpointChannel, address: str, name: str = "") -> Endpoint:
    """Add an address that the channel's form has accepted, or rename it. Raises `BadEndpoint` beyond MOST."""
    with transaction.atomic():
        mine = Endpoint.objects.select_for_update().filter(owner=owner, medium=channel.name)
        if address not in (known := set(mine.values_list("address", flat=True))) and len(known) >= MOST:
            raise BadEndpoint(gettext("You have %(most)d of these already; please remove one first.") % {"most": MOST})
        endpoint, _made = Endpoint.objects.update_or_create(owner=owner, medium=channel.name, address=address, defaults={"name": name})
    return endpoint


def remove(owner: Any, channel: EndpointChannel, pk: int) -> bool:
    """Remove an address; what was still to be sent there is withdrawn. False when this person has no such address."""
    with transaction.atomic():
        deleted, _rows = Endpoint.objects.filter(owner=owner, medium=channel.name, pk=pk).delete()
        queued = Message.objects.filter(recipient=owner, channel=f"{channel.name}:{pk}", state=Message.State.QUEUED)
        queued.update(state=Message.State.SUPERSEDED)
    return deleted > 0
