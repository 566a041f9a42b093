"""Table talk and private letters between players."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.player import Player


class Letter(models.Model):
    """A private letter between two players of a game. Nobody else can read it unless both share it with the chronicle."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="letters", db_index=False)
    sender = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="letters_sent", db_index=False)
    recipient = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="letters_received")
    text = models.CharField(_("text"), max_length=2000)
    at = models.DateTimeField(_("at"))
    sender_shares = models.BooleanField(_("the writer agrees to the chronicle"), default=False, db_default=False)
    recipient_shares = models.BooleanField(_("the reader agrees to the chronicle"), default=False, db_default=False)

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        indexes: ClassVar = [
            models.Index(fields=["game", "-id"], name="letter_of_game"),
            models.Index(fields=["sender", "-at"], name="letter_of_sender"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


class Talk(models.Model):
    """One remark, visible to everybody who may see the table."""

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
