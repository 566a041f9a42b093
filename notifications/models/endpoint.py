"""Endpoints of people in channels without a table of their own, and circuit breakers of the servers that users name."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Endpoint(models.Model):
    """Where one person is reached in one channel: a chat, a room, an address."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="message_endpoints", verbose_name=_("owner"))
    medium = models.CharField(_("channel"), max_length=20)
    address = models.CharField(_("address"), max_length=500)
    name = models.CharField(_("name"), max_length=60, blank=True)
    created_at = models.DateTimeField(_("made"), db_default=Now())

    class Meta:
        verbose_name = _("address of a channel")
        verbose_name_plural = _("addresses of channels")
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["owner", "medium", "address"], name="endpoint_once")]

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"

    @property
    def channel(self) -> str:
        return f"{self.medium}:{self.pk}"


class Circuit(models.Model):
    """The state of one endpoint after its last calls; one that was never called has no row.

    `webhook:17` is one webhook, `push:fcm.example:443` all devices of one push service. Nothing is called before `open_until`; then one
    call at a time is made as a trial, until one succeeds.
    """

    name = models.CharField(_("endpoint"), max_length=540, primary_key=True)
    failures = models.PositiveIntegerField(_("failures in a row"), db_default=0)
    failing_since = models.DateTimeField(_("nothing but failures since"), null=True, blank=True)
    open_until = models.DateTimeField(_("not called until"), null=True, blank=True)
    prompt = models.BooleanField(_("answers promptly"), db_default=False)
    changed_at = models.DateTimeField(_("changed"), db_default=Now())

    class Meta:
        verbose_name = _("circuit breaker")
        verbose_name_plural = _("circuit breakers")
        indexes: ClassVar = [models.Index(fields=["changed_at"], name="circuit_changed")]

    def __str__(self) -> str:
        return self.name
