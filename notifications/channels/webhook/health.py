"""The log of a webhook's calls; a webhook that fails for days is disabled and its owner notified."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_noop

from notifications import outbox
from notifications.models import Message, Webhook, WebhookCall

PATIENCE = timedelta(days=4)
"""After this time without a successful call a webhook is disabled."""

GONE = 410
WHY_GONE = gettext_noop("Its server says that it is gone (410).")
WHY_FAILING = gettext_noop("Nothing but failures for days.")
OFF = "webhook_off"


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of one call. `status` None: no response; `forbidden`: the URL must not be called, so nothing was sent."""

    status: int | None
    milliseconds: int
    answer: str
    error: str
    forbidden: bool = False

    @property
    def well(self) -> bool:
        return not self.error


@transaction.atomic
def note(webhook: Webhook, message: Message, attempt: Attempt, now: datetime) -> None:
    """Log a call; disable the webhook if it is gone or has failed for PATIENCE."""
    WebhookCall.objects.create(
        webhook=webhook, message=message, at=now, status=attempt.status,
        milliseconds=attempt.milliseconds, answer=attempt.answer, error=attempt.error,
    )  # fmt: skip
    row = Webhook.objects.live().filter(pk=webhook.pk)
    if attempt.well:
        row.exclude(failing_since=None).update(failing_since=None)
        return
    row.update(failing_since=Coalesce(F("failing_since"), now))
    if attempt.status == GONE:
        switch_off(webhook, WHY_GONE, now)
    elif row.filter(failing_since__lte=now - PATIENCE).exists():
        switch_off(webhook, WHY_FAILING, now)


def switch_off(webhook: Webhook, why: str, now: datetime) -> None:
    """Disable the webhook and notify its owner once, inside the caller's transaction."""
    if Webhook.objects.live().filter(pk=webhook.pk).update(disabled_at=now, disabled_why=why):
        outbox.put(OFF, webhook.owner_id, f"{OFF}:{webhook.pk}:{now:%Y-%m-%dT%H:%M:%S}", payload={"webhook": webhook.pk})
