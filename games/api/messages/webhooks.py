"""API operations on the caller's webhooks: list, create, change, test, redeliver, rotate secrets, log of calls."""

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.response import Response

from games.api.base.describe import PAGE, operation, page_of, ref
from games.api.base.fields import Body, EmptyBody, StrictCharField, StrictIntegerField
from games.api.base.requests import me
from games.api.base.views import View
from games.models import Player
from games.requests import moment
from notifications.calls.guard import LONGEST_URL
from notifications.channels.webhook import health, service
from notifications.channels.webhook.channel import CHANNEL
from notifications.channels.webhook.service import NoSuchWebhook
from notifications.models import Webhook, WebhookCall

LONGEST_KIND = 40
MOST_KINDS = 60


def kinds_field(**how: Any) -> serializers.ListField:
    """The field for names of message kinds, which the service validates."""
    return serializers.ListField(child=StrictCharField(max_length=LONGEST_KIND), max_length=MOST_KINDS, **how)


class WebhookRequest(Body):
    """The address of a webhook and the messages to send to it."""

    url = StrictCharField(allow_blank=False, max_length=LONGEST_URL, help_text="An https address with a public host.")
    kinds = kinds_field(default=list, help_text="Kinds of messages, like `your_turn` (MessageKind). Empty if `game` is given.")
    game = StrictCharField(max_length=80, default="", help_text="The code of a game whose changes are sent instead of messages of `kinds`.")


class WebhookUpdate(Body):
    """The fields to change."""

    url = StrictCharField(allow_blank=False, max_length=LONGEST_URL, required=False)
    kinds = kinds_field(required=False)


class RedeliveryRequest(Body):
    """The message to redeliver."""

    message = StrictIntegerField(min_value=1, max_value=2**53, help_text="The `message` of an item of `/webhooks/{id}/calls`.")


class Mine(View):
    read_scope, write_scope = "me:read", "me:write"
    cost = 5

    def one(self, request: Any, pk: int) -> Webhook:
        """A webhook of the caller. Raises `NoSuchWebhook`."""
        webhook = Webhook.objects.filter(owner=me(request), pk=pk).first()
        if webhook is None:
            raise NoSuchWebhook
        return webhook

    def settle(self, request: Any, pk: int, status: int, do: Callable[[Player], None]) -> Response:
        """Call `do` with the caller, and answer with the webhook."""

        def effect() -> tuple[int, dict[str, Any]]:
            do(me(request))
            return status, shape(self.one(request, pk))

        return self.change(request, effect)


class WebhookList(Mine):
    def location(self, made: Mapping[str, Any]) -> str:
        return reverse("api:webhook", args=[made["id"]])

    @operation("webhooks_list", "webhooks", {200: page_of("Webhook")}, parameters=PAGE)
    def get(self, request: Any) -> Response:
        """List your webhooks in order of creation, without their secrets."""
        rows = Webhook.objects.filter(owner=me(request), pk__gt=self.query.get("cursor", 0))
        return self.page(request, rows[: self.size + 1], shape)

    @operation("webhooks_create", "webhooks", {201: ref("WebhookWithSecret")}, body=WebhookRequest)
    def post(self, request: Any) -> Response:
        """Create a webhook. `secret`, which signs the calls, is returned only in this response."""
        given = self.body(request, WebhookRequest)
        webhook, secret = service.create(me(request), given["url"], given["kinds"], about=given["game"])
        return self.created(shape(webhook) | {"secret": secret})


class WebhookDetail(Mine):
    @operation("webhooks_get", "webhooks", {200: ref("Webhook")})
    def get(self, request: Any, pk: int) -> Response:
        """Get a webhook, with the reason if it is disabled."""
        return self.reply(request, shape(self.one(request, pk)))

    @operation("webhooks_patch", "webhooks", {200: ref("Webhook")}, body=WebhookUpdate)
    def patch(self, request: Any, pk: int) -> Response:
        """Update the address or the message kinds of a webhook."""
        given = self.body(request, WebhookUpdate)
        return Response(shape(service.change(me(request), pk, url=given.get("url"), wanted=given.get("kinds"))))

    @operation("webhooks_delete", "webhooks", {204: None})
    def delete(self, request: Any, pk: int) -> Response:
        """Delete a webhook and its call log."""
        if not CHANNEL.remove(me(request), pk):
            raise NoSuchWebhook
        return Response(status=204)


class Rotate(Mine):
    @operation("webhooks_rotate", "webhooks", {200: ref("WebhookWithSecret")}, body=EmptyBody)
    def post(self, request: Any, pk: int) -> Response:
        """Rotate the secret, returned only in this response. For 24 hours calls are signed with the old secret, too."""
        self.body(request, EmptyBody)
        secret = service.rotate(me(request), pk, now=moment(request))
        return Response(shape(self.one(request, pk)) | {"secret": secret})


class Enable(Mine):
    @operation("webhooks_enable", "webhooks", {200: ref("Webhook")}, body=EmptyBody, once=True)
    def post(self, request: Any, pk: int) -> Response:
        """Enable a disabled webhook."""
        self.body(request, EmptyBody)
        return self.settle(request, pk, 200, lambda player: service.enable(player, pk))


class Test(Mine):
    @operation("webhooks_test", "webhooks", {202: ref("Webhook")}, body=EmptyBody, once=True)
    def post(self, request: Any, pk: int) -> Response:
        """Send a test call. Its outcome appears in `/webhooks/{id}/calls`."""
        self.body(request, EmptyBody)
        return self.settle(request, pk, 202, lambda player: service.test(player, pk, now=moment(request)))


class Calls(Mine):
    @operation("webhooks_calls", "webhooks", {200: page_of("WebhookCall")}, parameters=PAGE)
    def get(self, request: Any, pk: int) -> Response:
        """List the latest calls of a webhook with their responses, newest first."""
        return self.newest(request, health.calls_of(self.one(request, pk)), call)


class Redeliver(Mine):
    @operation("webhooks_redeliver", "webhooks", {202: ref("Webhook")}, body=RedeliveryRequest, once=True)
    def post(self, request: Any, pk: int) -> Response:
        """Redeliver a message under the same `webhook-id`."""
        self.one(request, pk)
        given = self.body(request, RedeliveryRequest)
        return self.settle(request, pk, 202, lambda player: service.redeliver(player, pk, given["message"]))


def shape(it: Webhook) -> dict[str, Any]:
    return {
        "id": it.pk,
        "url": it.url,
        "kinds": it.kinds,
        "game": it.about or None,
        "created_at": it.created_at,
        "disabled_at": it.disabled_at,
        "disabled_why": it.why,
        "failing_since": it.failing_since,
    }


def call(it: WebhookCall) -> dict[str, Any]:
    """An attempt of a call as JSON; `status` is null if there was no response."""
    return {
        "id": it.pk,
        "message": it.message_id,
        "kind": it.message.kind,
        "at": it.at,
        "status": it.status,
        "milliseconds": it.milliseconds,
        "answer": it.answer,
        "error": it.error,
    }
