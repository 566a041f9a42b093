"""Webhooks: URLs of programs, and the log of their calls."""

from datetime import datetime
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext, gettext_lazy as _


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def live(self) -> Self:
        """Only those that are not disabled."""
        return self.filter(disabled_at=None)


class Webhook(models.Model):
    """One URL of one person's program.

    With `about` empty it receives its owner's messages of the chosen kinds; otherwise every change of the thread `about`. After a new
    secret is made, calls carry two signatures until `old_until`.
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
        indexes: ClassVar = [models.Index(fields=["about"], condition=~Q(about="") & Q(disabled_at=None), name="webhook_live_about")]

    def __str__(self) -> str:
        return self.url

    @property
    def why(self) -> str:
        """Why it was disabled, in the active language."""
        return gettext(self.disabled_why) if self.disabled_why else ""

    @property
    def channel(self) -> str:
        return f"webhook:{self.pk}"

    def secrets(self, now: datetime) -> list[str]:
        """The secrets that sign calls at `now`, the current one first."""
        old = [self.old_secret] if self.old_until is not None and now < self.old_until else []
        return [self.secret, *old]


class WebhookCall(models.Model):
    """One attempt to deliver one message, with response and duration. `status` None: no response."""

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
        return self.status is not None and 200 <= self.status < 300
