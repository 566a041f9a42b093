"""The heartbeat of the sweeper, and its outages."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Heartbeat(models.Model):
    """One row: when the last round of the sweeper was, and how many have failed since.

    `beat_at` is the moment up to which time has been judged or given back; `swept_at` is the last round that worked, None until
    there was one; `failures` counts the rounds since then that did not, and `error` says what the last of them met.
    """

    beat_at = models.DateTimeField(_("last round"))
    swept_at = models.DateTimeField(_("last round that worked"), null=True, blank=True)
    failures = models.PositiveIntegerField(_("failed rounds since"), db_default=0)
    error = models.CharField(_("error"), max_length=300, blank=True, db_default="")

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.beat_at:%Y-%m-%d %H:%M:%S}"


class RulesBeat(models.Model):
    """When a sweeper that has these rules last made a round."""

    rules = models.CharField(pgettext_lazy("rules", "game"), max_length=40)
    version = models.PositiveSmallIntegerField(_("version of the rules"))
    beat_at = models.DateTimeField(_("last round"))

    class Meta:
        verbose_name = _("heartbeat of a game’s rules")
        verbose_name_plural = _("heartbeats of games’ rules")
        constraints: ClassVar = [models.UniqueConstraint(fields=["rules", "version"], name="rules_beat_once")]

    def __str__(self) -> str:
        return f"{self.rules} {self.version}: {self.beat_at:%Y-%m-%d %H:%M:%S}"


class Outage(models.Model):
    """A gap between two rounds of the sweeper by which all running clocks were moved, once."""

    start = models.DateTimeField(_("from"), unique=True)
    end = models.DateTimeField(_("until"))
    clocks = models.PositiveIntegerField(_("clocks moved"), default=0)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        ordering: ClassVar = ["-start"]

    def __str__(self) -> str:
        return f"{self.start:%Y-%m-%d %H:%M} – {self.end:%H:%M}"
