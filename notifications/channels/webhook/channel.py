"""Webhooks: news as signed JSON, by the standardwebhooks specification (https://www.standardwebhooks.com).

The body is `{"type", "timestamp", "data"}`: the kind, when it happened, and the ids the recipient knows anyway. The id stays
the same for every attempt, so a receiver can tell a repetition.
"""

from __future__ import annotations

import base64
import hmac
import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from notifications.calls.guard import Forbidden
from notifications.calls.post import Answer
from notifications.channels.base import CallingChannel, Destination, EndpointSection, Refused, Request, Result, Source, number_of
from notifications.channels.webhook import health
from notifications.channels.webhook.health import Attempt
from notifications.channels.webhook.news import KINDS
from notifications.lanes.rules import Rules
from notifications.letters import Letter
from notifications.mail import Mail
from notifications.models import Message, Webhook
from notifications.sanitise import one_line

GONE = 410
AGENT = "fateapp-webhooks/1"


class WebhookChannel(CallingChannel):
    """The `webhook` channel; `webhook:17` is the address of row 17. One call without any answer opens its circuit, which is its alone."""

    name = "webhook"
    by_preference = False
    kinds = KINDS
    rules = Rules("webhook", slots=192, per_host=32, per_person=4, opens_after=3, silence_weighs=3)
    source = Source(
        "notifications_webhook", "url",
        owners="SELECT owner_id FROM notifications_webhook WHERE disabled_at IS NULL AND about = ''",
        circuit_per_endpoint=True,
    )  # fmt: skip

    def addresses(self, rows: Iterable[Message]) -> dict[int, str]:
        """The addresses of webhooks that still exist, belong to the recipient and are not switched off."""
        wanted = {row.pk: (number_of(row), row.recipient_id) for row in rows}
        if not wanted:
            return {}
        live = Webhook.objects.live().filter(pk__in={pk for pk, _owner in wanted.values()})
        found = {(webhook.pk, webhook.owner_id): webhook.url for webhook in live}
        return {row: found[key] for row, key in wanted.items() if key in found}

    def destinations(self, people: Iterable[int]) -> list[Destination]:
        """Every live webhook that is told what its owner is told."""
        live = Webhook.objects.live().filter(owner_id__in=list(people), about="")
        return [Destination(webhook.owner_id, webhook.channel, frozenset(webhook.kinds)) for webhook in live]

    def labels(self, person_id: int) -> dict[str, str]:
        """Webhooks by address."""
        return {webhook.channel: webhook.url for webhook in Webhook.objects.filter(owner_id=person_id)}

    def section(self, person: Any) -> EndpointSection:
        """A link to the pages of webhooks."""
        return EndpointSection("notifications/_webhooks.html", {})

    def export(self, person_id: int) -> dict[str, Any]:
        """Webhooks without their secrets."""
        return {"webhooks": list(Webhook.objects.filter(owner_id=person_id).values("url", "about", "kinds", "created_at", "disabled_at"))}

    def erase(self, person_id: int) -> None:
        """Delete the webhooks with their logs."""
        Webhook.objects.filter(owner_id=person_id).delete()

    def format(self, letter: Letter, mail: Mail) -> Mail:
        """The JSON body in place of the text."""
        (row,) = letter.rows
        data = {**row.payload, "title": mail.subject, "link": mail.link}
        content = {"type": row.kind, "timestamp": row.created_at.isoformat(), "data": data}
        return replace(mail, text=json.dumps(content, ensure_ascii=False), html="", attachments=(), headers={})

    def request(self, letter: Letter, mail: Mail, now: datetime) -> Request:
        """The signed call."""
        (row,) = letter.rows
        webhook = Webhook.objects.filter(pk=number_of(row)).first()
        if webhook is None:
            raise Refused("This webhook was deleted.", permanent=True)
        return Request(webhook.url, mail.text.encode(), signed(webhook, letter, mail.text, now))

    def record(self, letter: Letter, result: Result, now: datetime) -> str:
        """Log the call, with its consequences for the webhook."""
        (row,) = letter.rows
        attempt = _attempt(result)
        webhook = Webhook.objects.filter(pk=number_of(row)).first()
        if webhook is not None:
            health.note(webhook, row, attempt, now)
        if attempt.well:
            return ""
        raise Refused(attempt.error, permanent=attempt.forbidden or attempt.status == GONE)

    def server_failed(self, result: Result) -> bool:
        """Everything but 2xx, as long as it was called at all and is not gone for good."""
        return result.silent or (isinstance(result.said, Answer) and result.said.status != GONE)


def _attempt(result: Result) -> Attempt:
    said = result.said
    if not isinstance(said, Answer):
        return Attempt(None, result.milliseconds, "", one_line(str(said), 300), forbidden=isinstance(said, Forbidden))
    return Attempt(said.status, result.milliseconds, one_line(said.body[:300].decode("utf-8", "replace"), 300), _fault(said))


def signed(webhook: Webhook, letter: Letter, content: str, now: datetime) -> dict[str, str]:
    """The headers of a call made at `now` (UTC): id, moment and one signature for every valid secret."""
    name = message_name(letter.message_id)
    signatures = [_signature(secret, f"{name}.{int(now.timestamp())}.{content}") for secret in webhook.secrets(now)]
    return {
        "Content-Type": "application/json",
        "User-Agent": AGENT,
        "webhook-id": name,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def _signature(secret: str, content: str) -> str:
    """The signature `v1` of the Standard Webhooks specification; its own library checks it in the tests."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.digest(key, content.encode(), "sha256")).decode()


def message_name(message_id: str) -> str:
    """`<o17.a1b2@host>` → `msg_o17_a1b2`: the same for every attempt, and without the full stop signatures are joined by."""
    return "msg_" + message_id.strip("<>").partition("@")[0].replace(".", "_")


def _fault(answer: Answer) -> str:
    if 200 <= answer.status < 300:
        return ""
    if 300 <= answer.status < 400:
        return f"The server answered {answer.status}; redirections are not followed."
    return f"The server answered {answer.status}."


CHANNEL = WebhookChannel()
