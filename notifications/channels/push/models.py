"""Web push: subscribed browsers (RFC 8030, RFC 8291)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class PushDevice(models.Model):
    """One browser of one person: the URL at its push service, and the keys with which only that browser can decrypt."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices", verbose_name=_("owner"))
    endpoint = models.CharField(_("address"), max_length=500, unique=True)
    p256dh = models.CharField(max_length=90, editable=False)
    auth = models.CharField(max_length=30, editable=False)
    name = models.CharField(_("name"), max_length=60, blank=True)
    created_at = models.DateTimeField(_("made"), db_default=Now())

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"

    @property
    def channel(self) -> str:
        return f"push:{self.pk}"
