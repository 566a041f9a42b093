"""The sweeper's pulse, and the times it was silent."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """One row: when the sweeper last made a round."""

    beat_at = models.DateTimeField(_("last round"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.beat_at:%Y-%m-%d %H:%M:%S}"


class Outage(models.Model):
    """A silence of the sweeper for which all running clocks were moved, once."""

    start = models.DateTimeField(_("from"), unique=True)
    end = models.DateTimeField(_("until"))
    clocks = models.PositiveIntegerField(_("clocks moved"), default=0)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        ordering: ClassVar = ["-start"]

    def __str__(self) -> str:
        return f"{self.start:%Y-%m-%d %H:%M} – {self.end:%H:%M}"
