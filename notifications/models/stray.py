"""Mails that are not in the outbox (sign-in codes), stored for the development mailbox."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


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
