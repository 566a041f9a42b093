"""The private calendar URL of a player, which lists their deadlines."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.player import Player


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
