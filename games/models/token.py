"""API tokens, private calendar URLs, and responses to requests with an Idempotency-Key. Keys themselves are not stored."""

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


class CalendarLink(models.Model):
    """A player's private calendar URL: at most one at a time; only the SHA-256 of its key is stored."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="calendar_link")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        verbose_name = _("calendar address")
        verbose_name_plural = _("calendar addresses")

    def __str__(self) -> str:
        return f"made {self.made_at:%Y-%m-%d}"


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
