"""Message preferences of a person. Without a row, the defaults of the kind apply."""

from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

DEFAULT_WINDOW = 10
DEFAULT_HOUR = 8


class Mode(models.TextChoices):
    """When a message of a kind is sent."""

    AT_ONCE = "at_once", _("at once")
    COALESCED = "coalesced", _("a few minutes later, several in one mail")
    UNTIL_ACT = "until_act", _("a few minutes later, then nothing more about a game until I look or move")
    DAILY = "daily", _("once a day, all in one mail")


class Preference(models.Model):
    """A person's preference for one kind on one channel."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="message_preferences")
    kind = models.CharField(_("kind"), max_length=60)
    channel = models.CharField(_("channel"), max_length=20, default="email")
    enabled = models.BooleanField(_("wanted"), default=True)
    mode = models.CharField(_("rhythm"), max_length=10, choices=Mode.choices, default=Mode.AT_ONCE)

    class Meta:
        verbose_name = _("message preference")
        verbose_name_plural = _("message preferences")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "kind", "channel"], name="preference_once")]

    def __str__(self) -> str:
        return f"{self.kind}/{self.channel}"


class Rhythm(models.Model):
    """The settings of a person's modes: the window of coalesced mails (minutes) and the hour of the daily mail."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="message_rhythm")
    window = models.PositiveSmallIntegerField(
        _("minutes to wait for more"), default=DEFAULT_WINDOW, validators=[MinValueValidator(1), MaxValueValidator(720)]
    )
    hour = models.PositiveSmallIntegerField(_("hour of the daily mail"), default=DEFAULT_HOUR, validators=[MaxValueValidator(23)])

    class Meta:
        verbose_name = _("message rhythm")
        verbose_name_plural = _("message rhythms")

    def __str__(self) -> str:
        return f"{self.window} min / {self.hour}:00"
