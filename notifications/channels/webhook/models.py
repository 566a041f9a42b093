"""Webhooks: addresses of programs that want to be told, and what became of each call."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class WebhookQuerySet(models.QuerySet["Webhook"]):
    """Reads of the table."""

    def live(self) -> Self:
        """Only those that are called."""
        return self.filter(disabled_at=None)


class Webhook(models.Model):
    """One address of one person's program.

    With `about` empty it is told what its owner is told, for the chosen kinds; otherwise it is told of every change of the
    one thread `about` names. After `rotate` calls carry two signatures until `old_until`, so that nobody misses one.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks", verbose_name=_("owner"))
    url = models.CharField(_("address"), max_length=500)
    about = models.CharField(_("only about"), max_length=80, db_default="", blank=True)
    kinds = models.JSONField(_("kinds"), default=list, blank=True)
    secret = models.CharField(max_length=80, editable=False)
    old_secret = models.CharField(max_length=80, db_default="", blank=True, editable=False)
    old_until = models.DateTimeField(null=True, blank=True, editable=False)
    failing_since = models.DateTimeField(_("nothing but failures since"), null=True, blank=True)
    disabled_at = models.DateTimeField(_("switched off"), null=True, blank=True)
    disabled_why = models.CharField(_("why"), max_length=200, db_default="", blank=True)
    created_at = models.DateTimeField(_("made"), db_default=Now())

    objects = WebhookQuerySet.as_manager()

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [
            models.Index(fields=["about"], condition=~Q(about="") & Q(disabled_at=None), name="webhook_live_about"),
        ]

    def __str__(self) -> str:
        return self.url

    @property
    def why(self) -> str:
        """Why it was switched off, in the reader's language."""
        return gettext(self.disabled_why) if self.disabled_why else ""

    @property
    def channel(self) -> str:
        """The channel of its messages: every webhook is a channel of its own."""
        return f"webhook:{self.pk}"

    def secrets(self, now: datetime) -> list[str]:
        """What calls are signed with at `now`, the valid secret first."""
        old = [self.old_secret] if self.old_until is not None and now < self.old_until else []
        return [self.secret, *old]


class WebhookCall(models.Model):
    """One attempt to deliver one message: what came back, and how long it took. `status` None: nothing came back."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="calls", db_index=False)
    message = models.ForeignKey("notifications.Message", on_delete=models.CASCADE, related_name="calls")
    at = models.DateTimeField(_("when"))
    status = models.PositiveSmallIntegerField(_("status"), null=True, blank=True)
    milliseconds = models.PositiveIntegerField(_("milliseconds"))
    answer = models.CharField(_("first characters of the answer"), max_length=300, blank=True)
    error = models.CharField(_("what went wrong"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("webhook call")
        verbose_name_plural = _("webhook calls")
        indexes: ClassVar = [models.Index(fields=["webhook", "-id"], name="webhook_call_log")]

    def __str__(self) -> str:
        return f"{self.webhook_id}: {self.status}"

    @property
    def well(self) -> bool:
        """Whether the server took it."""
        return self.status is not None and 200 <= self.status < 300
