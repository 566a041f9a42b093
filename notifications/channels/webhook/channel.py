"""Webhooks: messages as signed JSON, by the Standard Webhooks specification (https://www.standardwebhooks.com).

The body is `{"type", "timestamp", "data"}`: the kind, when it happened, and ids that the recipient may know. The id is the same for every
attempt, so that a receiver can detect duplicates.
"""

import base64
import hmac
import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _

from notifications.calls.guard import Forbidden
from notifications.calls.post import Response
from notifications.channels.base import CallingChannel, Destination, EndpointSection, Refused, Request, Result, Source, number_of
from notifications.channels.webhook import health
from notifications.channels.webhook.health import GONE, OFF
from notifications.channels.webhook.service import TEST
from notifications.delivery.batches import Batch
from notifications.kinds import PEOPLE, Kind
from notifications.lanes.rules import Rules
from notifications.links import absolute
from notifications.mail.composed import Composed
from notifications.mail.mail import Mail
from notifications.mail.render import render_mail
from notifications.models import Message, Webhook, WebhookCall
from notifications.sanitise import one_line


def _test(message: Message, now: datetime) -> Composed:
    link = absolute(reverse("notifications:webhook", args=[message.payload["webhook"]]))
    return Composed(gettext("A test, as you asked"), gettext("A test, as you asked") + "\n", link=link)


def _switched_off(message: Message, now: datetime) -> Composed | None:
    """Which webhook and why; None when it is enabled again or deleted."""
    webhook = Webhook.objects.filter(pk=message.payload["webhook"]).exclude(disabled_at=None).first()
    if webhook is None:
        return None
    link = absolute(reverse("notifications:webhook", args=[webhook.pk]))
    context = {"name": message.recipient.name, "url": webhook.url, "why": webhook.why, "link": link}
    return render_mail("webhook_off", context, link=link)


KINDS = (
    Kind(TEST, _("Test of a webhook"), _test, channels=("webhook",), optional=False),
    Kind(OFF, _("A webhook was switched off"), _switched_off, channels=("email", PEOPLE), optional=False),
)


AGENT = "fateapp-webhooks/1"


class WebhookChannel(CallingChannel):
    """The `webhook` channel; `webhook:17` is the webhook of row 17, with a circuit breaker of its own that one timeout opens."""

    name = "webhook"
    by_preference = False
    kinds = KINDS
    rules = Rules("webhook", slots=192, per_host=32, per_person=4, opens_after=3, silence_weighs=3)
    source = Source(
        "notifications_webhook", "url",
        owners="SELECT owner_id FROM notifications_webhook WHERE disabled_at IS NULL AND about = ''",
        circuit_per_endpoint=True,
    )  # fmt: skip
    model = Webhook
    address_field = "url"
    export_name = "webhooks"
    exported = ("url", "about", "kinds", "created_at", "disabled_at")
    removed = "This webhook was deleted."

    def usable(self) -> QuerySet[Webhook]:
        return Webhook.objects.live()

    def destinations(self, people: Iterable[int]) -> list[Destination]:
        """Every active webhook that receives its owner's messages."""
        live = self.usable().filter(owner_id__in=list(people), about="")
        return [Destination(webhook.owner_id, webhook.channel, frozenset(webhook.kinds)) for webhook in live]

    def section(self, person: Any) -> EndpointSection:
        return EndpointSection("notifications/_webhooks.html", {})

    def format(self, batch: Batch, mail: Mail) -> Mail:
        """The JSON body in place of the text."""
        (row,) = batch.rows
        data = {**row.payload, "title": mail.subject, "link": mail.link}
        content = {"type": row.kind, "timestamp": row.created_at.isoformat(), "data": data}
        return replace(mail, text=json.dumps(content, ensure_ascii=False), html="", attachments=(), headers={})

    def request(self, batch: Batch, mail: Mail, now: datetime) -> Request:
        webhook = self.endpoint(batch)
        return Request(webhook.url, mail.text.encode(), signed(webhook, batch, mail.text, now))

    def record(self, batch: Batch, result: Result, now: datetime) -> str:
        """Log the call, and disable the webhook if necessary."""
        (row,) = batch.rows
        call = _call(result)
        webhook = Webhook.objects.filter(pk=number_of(row)).first()
        if webhook is not None:
            health.note(webhook, row, call, now)
        if call.well:
            return ""
        raise Refused(call.error, permanent=isinstance(result.response, Forbidden) or call.status == GONE)

    def server_failed(self, result: Result) -> bool:
        """Everything but 2xx and 410, if the call was made."""
        return result.no_response or (isinstance(result.response, Response) and result.response.status != GONE)


def _call(result: Result) -> WebhookCall:
    """The entry of the log for a result, not saved yet."""
    call, response = WebhookCall(milliseconds=result.milliseconds), result.response
    if isinstance(response, Response):
        call.status, call.error = response.status, _fault(response)
        call.answer = one_line(response.body[:300].decode("utf-8", "replace"), 300)
    else:
        call.error = one_line(str(response), 300)
    return call


def signed(webhook: Webhook, batch: Batch, content: str, now: datetime) -> dict[str, str]:
    """The headers of a call made at `now` (UTC): id, timestamp and one signature for every valid secret."""
    name = message_name(batch.message_id)
    signatures = [_signature(secret, f"{name}.{int(now.timestamp())}.{content}") for secret in webhook.secrets(now)]
    return {
        "Content-Type": "application/json",
        "User-Agent": AGENT,
        "webhook-id": name,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def _signature(secret: str, content: str) -> str:
    """The signature `v1` of the Standard Webhooks specification; the tests verify it with the reference library."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.digest(key, content.encode(), "sha256")).decode()


def message_name(message_id: str) -> str:
    """`<o17.a1b2@host>` → `msg_o17_a1b2`: the same for every attempt, without the full stop that separates the signed parts."""
    return "msg_" + message_id.strip("<>").partition("@")[0].replace(".", "_")


def _fault(response: Response) -> str:
    if 200 <= response.status < 300:
        return ""
    if 300 <= response.status < 400:
        return f"The server answered {response.status}; redirections are not followed."
    return f"The server answered {response.status}."


CHANNEL = WebhookChannel()
