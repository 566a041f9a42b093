"""Reads for the pages and the API of webhooks, one query each."""

from typing import Any

from django.db.models import QuerySet

from notifications.models import Webhook, WebhookCall

LOGGED = 100
"""Calls that are kept for each webhook; housekeeping deletes older ones."""


def webhooks_of(owner: Any) -> QuerySet[Webhook]:
    """A person's webhooks, the oldest first."""
    return Webhook.objects.filter(owner_id=owner.pk)


def calls_of(webhook: Webhook) -> QuerySet[WebhookCall]:
    """The calls of one webhook with their messages, newest first."""
    calls = WebhookCall.objects.filter(webhook=webhook).select_related("message").order_by("-id")
    return calls.defer("message__html")
