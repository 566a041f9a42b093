"""API tokens: their player, scopes and expiry. The key itself is not stored."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.player import Player


class ApiToken(models.Model):
    """A token with which a program acts for a player. `digest` is the SHA-256 of the key; `hint` its first characters."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    hint = models.CharField(_("begins with"), max_length=12)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(_("permissions"), default=list)
    created_at = models.DateTimeField(_("made"), default=timezone.now)
    expires_at = models.DateTimeField(_("valid until"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        indexes: ClassVar = [models.Index(fields=["player", "-id"], name="token_of_player")]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"
