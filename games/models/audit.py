"""The audit log: actions of directors, moderators and operators, with their reasons."""

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
