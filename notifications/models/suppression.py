"""Suppressed addresses, which refused mail for good, and the mails of the development mailbox that are not in the outbox."""

from datetime import datetime
from typing import ClassVar, Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class SuppressionQuerySet(models.QuerySet["Suppression"]):
    def active(self, now: datetime) -> Self:
        """Only those in force at `now`."""
        return self.filter(Q(until=None) | Q(until__gt=now))


class Suppression(models.Model):
    """One address (lower case) that gets no mail, with the reason, and until when (None: until it is lifted by hand)."""

    address = models.CharField(_("address"), max_length=254, unique=True)
    reason = models.TextField(_("reason"), blank=True)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    created_at = models.DateTimeField(_("since"), db_default=Now())

    objects = SuppressionQuerySet.as_manager()

    class Meta:
        verbose_name = _("suppressed address")
        verbose_name_plural = _("suppressed addresses")
        ordering: ClassVar = ["address"]

    def __str__(self) -> str:
        return self.address

    def save(self, *args: object, **kwargs: object) -> None:
        """Store the address in lower case, as it is compared."""
        self.address = self.address.lower()
        super().save(*args, **kwargs)  # type: ignore[arg-type]


class StrayMail(models.Model):
    """A mail that another app sent directly. Written only by the mailbox back end, never with SMTP configured."""

    to = models.CharField(_("to"), max_length=500)
    subject = models.CharField(_("subject"), max_length=500)
    text = models.TextField(_("text"))
    html = models.TextField(_("HTML"), blank=True)
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("stray mail")
        verbose_name_plural = _("stray mails")
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.subject
