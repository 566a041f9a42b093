"""API operations on the caller's Web Push devices: list, register and remove them."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from rest_framework.response import Response

from games.api.base.describe import operation, page_of, ref
from games.api.base.fields import Body, StrictCharField
from games.api.base.problems import Problem
from games.api.base.requests import me
from games.api.base.views import View
from notifications.calls.guard import LONGEST_URL
from notifications.channels.push import keys, service
from notifications.channels.push.channel import CHANNEL
from notifications.models import PushDevice


class DeviceRequest(Body):
    """A Web Push subscription (RFC 8030 and RFC 8291)."""

    endpoint = StrictCharField(allow_blank=False, max_length=LONGEST_URL, help_text="The https address of the push service.")
    p256dh = StrictCharField(allow_blank=False, max_length=90, help_text="The public key, in base64url.")
    auth = StrictCharField(allow_blank=False, max_length=30, help_text="The authentication secret, in base64url.")
    name = StrictCharField(max_length=60, default="")


class Devices(View):
    read_scope, write_scope = "me:read", "me:write"
    cost = 5

    def location(self, made: Mapping[str, Any]) -> str:
        return reverse("api:device", args=[made["id"]])

    @operation("devices_list", "me", {200: page_of("Device")})
    def get(self, request: Any) -> Response:
        """List your devices for push notifications, latest first."""
        rows = PushDevice.objects.filter(owner=me(request)).order_by("-pk")
        return self.reply(request, {"items": [shape(row) for row in rows], "next": None})

    @operation("devices_create", "me", {201: ref("Device")}, body=DeviceRequest)
    def post(self, request: Any) -> Response:
        """Add a device for push notifications, or renew its subscription. Refused if the site has no key pair for Web Push."""
        given = self.body(request, DeviceRequest)
        if not keys.available():
            raise Problem("refused", "This site has no keys for Web Push.", code="no_push")
        try:
            device = service.subscribe(me(request), given["endpoint"], given["p256dh"], given["auth"], name=given["name"])
        except service.BadSubscription as error:
            raise Problem("refused", str(error), code="bad_subscription") from error
        device.refresh_from_db()  # reads created_at, which the database sets
        return self.created(shape(device))


class Device(View):
    write_scope = "me:write"

    @operation("devices_delete", "me", {204: None})
    def delete(self, request: Any, pk: int) -> Response:
        """Remove a device. It gets no more push notifications."""
        if not CHANNEL.remove(me(request), pk):
            raise Problem("not-found", "You have no such device.")
        return Response(status=204)


def shape(row: PushDevice) -> dict[str, Any]:
    """A device as JSON, without its keys and without its push address, which is secret."""
    return {"id": row.pk, "name": row.name, "created_at": row.created_at}
