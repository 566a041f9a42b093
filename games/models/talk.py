"""What people say to each other at a table."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.player import Player


class Talk(models.Model):
    """One remark, read by everybody who may see the table."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="talk", db_index=False)
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    text = models.CharField(_("text"), max_length=600)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("table talk")
        verbose_name_plural = _("table talk")
        indexes: ClassVar = [models.Index(fields=["game", "-id"], name="talk_of_game")]

    def __str__(self) -> str:
        return f"seat {self.seat + 1}: {self.text[:40]}"
