"""Circuit breakers of the servers that users name."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Circuit(models.Model):
    """The state of one endpoint after its last calls; one that was never called has no row.

    `webhook:17` is one webhook, `push:fcm.example:443` all devices of one push service. Nothing is called before `open_until`; then one
    call at a time is made as a trial, until one succeeds.
    """

    name = models.CharField(_("endpoint"), max_length=540, primary_key=True)
    failures = models.PositiveIntegerField(_("failures in a row"), db_default=0)
    failing_since = models.DateTimeField(_("nothing but failures since"), null=True, blank=True)
    open_until = models.DateTimeField(_("not called until"), null=True, blank=True)
    prompt = models.BooleanField(_("answers promptly"), db_default=False)
    changed_at = models.DateTimeField(_("changed"), db_default=Now())

    class Meta:
        verbose_name = _("circuit breaker")
        verbose_name_plural = _("circuit breakers")
        indexes: ClassVar = [models.Index(fields=["changed_at"], name="circuit_changed")]

    def __str__(self) -> str:
        return self.name
