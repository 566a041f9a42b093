"""The log of a webhook's calls; a webhook that fails for days is disabled and its owner notified."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_noop

from notifications import outbox
from notifications.lanes.circuits import PATIENCE
from notifications.models import Message, Webhook, WebhookCall

LOGGED = 100
"""Calls that are kept for each webhook; housekeeping deletes older ones."""

GONE = 410
WHY_GONE = gettext_noop("Its server says that it is gone (410).")
WHY_FAILING = gettext_noop("Nothing but failures for days.")
OFF = "webhook_off"


def calls_of(webhook: Webhook) -> QuerySet[WebhookCall]:
    """The calls of one webhook with their messages, newest first. One query."""
    calls = WebhookCall.objects.filter(webhook=webhook).select_related("message").order_by("-id")
    return calls.defer("message__html")


@transaction.atomic
def note(webhook: Webhook, message: Message, call: WebhookCall, now: datetime) -> None:
    """Log a call; disable the webhook if it is gone or has failed for PATIENCE."""
    call.webhook, call.message, call.at = webhook, message, now
    call.save()
    row = Webhook.objects.live().filter(pk=webhook.pk)
    if call.well:
        row.exclude(failing_since=None).update(failing_since=None)
        return
    row.update(failing_since=Coalesce(F("failing_since"), now))
    if call.status == GONE:
        switch_off(webhook, WHY_GONE, now)
    elif row.filter(failing_since__lte=now - PATIENCE).exists():
        switch_off(webhook, WHY_FAILING, now)


def switch_off(webhook: Webhook, why: str, now: datetime) -> None:
    """Disable the webhook and notify its owner once, inside the caller's transaction."""
    if Webhook.objects.live().filter(pk=webhook.pk).update(disabled_at=now, disabled_why=why):
        outbox.put(OFF, webhook.owner_id, f"{OFF}:{webhook.pk}:{now:%Y-%m-%dT%H:%M:%S}", payload={"webhook": webhook.pk})
