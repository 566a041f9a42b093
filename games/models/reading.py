"""Readings of the cards after a game: drawn once and stored."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Reading(models.Model):
    """A reading for one seat and one game of a match; `facts` is JSON data of the rules."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="readings")
    number = models.PositiveSmallIntegerField(_("game of the match"), default=1)
    seat = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("kind"), max_length=20)
    facts = models.JSONField(_("cards"))
    published = models.BooleanField(_("open to spectators"), default=False)
    at = models.DateTimeField(_("drawn"))

    class Meta:
        verbose_name = _("reading")
        verbose_name_plural = _("readings")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number", "seat", "kind"], name="reading_once")]

    def __str__(self) -> str:
        return f"{self.kind} of seat {self.seat + 1}"
