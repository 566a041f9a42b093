"""Responses to requests with an Idempotency-Key, stored so that a repeated request gets the same one."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.player import Player


class KeptAnswer(models.Model):
    """One request and its response, written in the transaction of the effect. `status` is 0 while the request is processed."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(_("key"), max_length=200)
    fingerprint = models.CharField(max_length=64, help_text=_("SHA-256 of method, path and body."))
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(default="")
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("kept answer")
        verbose_name_plural = _("kept answers")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "key"], name="kept_answer_once")]

    def __str__(self) -> str:
        return self.key
