"""What staff may look at: the audit log, and fair-play fingerprints, which are stored for 30 days."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.player import Player


class AuditEvent(models.Model):
    """One action of staff, written in the transaction of the action and never changed."""

    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="audited", verbose_name=_("by"))
    action = models.CharField(_("action"), max_length=40)
    subject = models.CharField(_("about"), max_length=60, help_text=_("The kind and the code of what was touched."))
    reason = models.CharField(_("reason"), max_length=300)

    class Meta:
        verbose_name = _("audit event")
        verbose_name_plural = _("audit events")
        indexes: ClassVar = [models.Index(fields=["subject", "-at"], name="audit_subject")]

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"


class Trace(models.Model):
    """A player has played from a network or with a browser. `tag` is its HMAC; the network or browser itself is not stored."""

    class Kind(models.TextChoices):
        ADDRESS = "address", _("network address")
        DEVICE = "device", _("browser")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="traces")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    tag = models.CharField(_("tag"), max_length=32)
    seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("trace")
        verbose_name_plural = _("traces")
        constraints: ClassVar = [models.UniqueConstraint(fields=["kind", "tag", "player"], name="trace_once")]
        indexes: ClassVar = [models.Index(fields=["seen_at"], name="trace_age")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player_id}"
