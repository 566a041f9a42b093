"""Base of channels that store their addresses in the table of `Endpoint`, such as chats: anything that one HTTP call reaches.

A subclass defines how an address is validated (`form`) and called (`request`); the list, adding, removing, delivery, erasure and export
follow from that. README.md lists the files of such a channel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_lazy as _

from notifications.channels.base import CallingChannel, EndpointSection, Source
from notifications.channels.registry import CHANNELS
from notifications.lanes.rules import Rules
from notifications.models import Endpoint

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MOST = 10


class BadEndpoint(Exception):
    """This address cannot be added; the text says why."""


class EndpointForm(forms.Form):
    """An address and its name. A channel overrides `clean_address` to validate it."""

    address = forms.CharField(label=_("Address"), max_length=500)
    name = forms.CharField(label=_("Name"), max_length=60, required=False)


class EndpointChannel(CallingChannel):
    """A channel of HTTP calls whose addresses are rows of `Endpoint`; `telegram:17` is the endpoint of row 17.

    `called` is SQL for the URL, as an expression on a row of the table: a constant where all addresses share one server.
    """

    heading: str | _StrPromise
    explanation: str | _StrPromise
    form: type[forms.Form] = EndpointForm
    called = "address"
    model = Endpoint
    address_field = "address"
    exported = ("address", "name", "created_at")

    @property
    def rules(self) -> Rules:  # type: ignore[override]
        return Rules(self.name, slots=48, per_host=32, per_person=4, opens_after=5, silence_weighs=1)

    @property
    def source(self) -> Source:  # type: ignore[override]
        rows = f"notifications_endpoint WHERE medium = '{self.name}'"
        return Source("notifications_endpoint", self.called, owners=f"SELECT owner_id FROM {rows}")

    def endpoints(self) -> QuerySet[Endpoint]:
        return Endpoint.objects.filter(medium=self.name)

    def usable(self) -> QuerySet[Endpoint]:
        """None while the site cannot use the channel."""
        return Endpoint.objects.none() if self.problems() else self.endpoints()

    def section(self, person: Any) -> EndpointSection | None:
        """The endpoints, with buttons to add and to remove; None while the site cannot use the channel."""
        if self.problems():
            return None
        context = {
            "medium": self.name,
            "heading": self.heading,
            "explanation": self.explanation,
            "endpoints": self.endpoints().filter(owner_id=person.pk),
        }
        return EndpointSection("notifications/_endpoints.html", context)


def channel_of(medium: str) -> EndpointChannel | None:
    """The channel of that name, if it has endpoints that people add and the site can use it."""
    channel = CHANNELS.get(medium)
    return channel if isinstance(channel, EndpointChannel) and not channel.problems() else None


def add(owner: Any, channel: EndpointChannel, address: str, name: str = "") -> Endpoint:
    """Add an address that the channel's form has accepted, or rename it. Raises `BadEndpoint` beyond MOST."""
    with transaction.atomic():
        mine = channel.endpoints().select_for_update().filter(owner=owner)
        if address not in (known := set(mine.values_list("address", flat=True))) and len(known) >= MOST:
            raise BadEndpoint(gettext("You have %(most)d of these already; please remove one first.") % {"most": MOST})
        endpoint, _made = Endpoint.objects.update_or_create(owner=owner, medium=channel.name, address=address, defaults={"name": name})
    return endpoint
