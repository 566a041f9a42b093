"""The heartbeat of the sweeper, and its outages."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _, pgettext_lazy


class Heartbeat(models.Model):
    """The last round of the sweeper, in a single row.

    `beat_at` is the time up to which deadlines were carried out or compensated. `swept_at` is the time of the last successful round, None
    before the first. `failures` is the number of failed rounds since then, and `error` the error of the last one.
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
    """The last round of a sweeper that has this version of the rules."""

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
    """A gap between two rounds of the sweeper, by which all running clocks were moved."""

    start = models.DateTimeField(_("from"), unique=True)
    end = models.DateTimeField(_("until"))
    clocks = models.PositiveIntegerField(_("clocks moved"), default=0)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        ordering: ClassVar = ["-start"]

    def __str__(self) -> str:
        return f"{self.start:%Y-%m-%d %H:%M} – {self.end:%H:%M}"
