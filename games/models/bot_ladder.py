"""The places in the ladder of bots."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from games.models.player import Player


class BotLadderPlace(models.Model):
    """One program in the ladder of one game: the site seats it in up to `games_at_once` games at the same time."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("player"))
    rules = models.CharField(pgettext_lazy("rules", "game"), max_length=40)
    games_at_once = models.PositiveSmallIntegerField(_("games at the same time"))
    since = models.DateTimeField(_("since"))
    seated_at = models.DateTimeField(_("last seated"), null=True, blank=True)

    class Meta:
        verbose_name = _("place in the bot ladder")
        verbose_name_plural = _("places in the bot ladder")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "rules"], name="bot_ladder_once")]

    def __str__(self) -> str:
        return f"{self.rules}: {self.player_id}"
