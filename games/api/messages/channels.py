"""API operations on the channels of messages: list them, and list, add and remove the caller's addresses."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from rest_framework.response import Response

from games.api.base.describe import operation, page_of, ref
from games.api.base.fields import Body, StrictCharField
from games.api.base.problems import Problem
from games.api.base.requests import me
from games.api.base.views import View
from notifications.channels import endpoints, registry
from notifications.channels.endpoints import BadEndpoint, EndpointChannel


class AddressRequest(Body):
    """An address to which messages are sent."""

    address = StrictCharField(
        allow_blank=False, max_length=500, help_text="The address in the format of the channel: a chat, a room or an https address."
    )
    name = StrictCharField(max_length=60, default="")


class Channels(View):
    read_scope = "me:read"

    @operation("channels_list", "me", {200: page_of("Channel")})
    def get(self, request: Any) -> Response:
        """List the message channels of this site with your addresses in each."""
        items = [
            {
                "name": channel.name,
                "title": str(channel.title),
                "addable": endpoints.channel_of(channel.name) is not None,
                "addresses": [{"channel": way, "name": name} for way, name in channel.labels(me(request).pk).items()],
            }
            for channel in registry.CHANNELS.values()
        ]
        return self.reply(request, {"items": items, "next": None})


class Addresses(View):
    write_scope = "me:write"
    cost = 5

    def location(self, made: Mapping[str, Any]) -> str:
        medium, _colon, pk = made["channel"].partition(":")
        return reverse("api:address", args=[medium, pk])

    @operation("addresses_create", "me", {201: ref("Address")}, body=AddressRequest)
    def post(self, request: Any, medium: str) -> Response:
        """Add an address to a channel that is `addable`, or rename an existing one."""
        channel = addable(medium)
        form = channel.form(self.body(request, AddressRequest))
        if not form.is_valid():
            told = [str(message) for messages in form.errors.values() for message in messages]
            raise Problem("refused", " ".join(told), code="bad_address")
        try:
            made = endpoints.add(me(request), channel, form.cleaned_data["address"], form.cleaned_data["name"])
        except BadEndpoint as error:
            raise Problem("refused", str(error), code="too_many") from error
        return self.created({"channel": made.channel, "name": str(made)})


class Address(View):
    write_scope = "me:write"

    @operation("addresses_delete", "me", {204: None})
    def delete(self, request: Any, medium: str, pk: int) -> Response:
        """Remove an address from a channel. No more messages are sent to it."""
        if not addable(medium).remove(me(request), pk):
            raise Problem("not-found", "You have no such address.")
        return Response(status=204)


def addable(medium: str) -> EndpointChannel:
    """The channel with this name, to which addresses can be added. Raises `Problem` if there is none."""
    channel = endpoints.channel_of(medium)
    if channel is None:
        raise Problem("not-found", "There is no such channel to which an address can be added; GET /me/channels lists them.")
    return channel
