"""Mails to an address, which may be unknown to the site: sign-in and sign-up codes, confirmations, invitations."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class AccountMail(models.Model):
    """One request for a mail to an address, and the code that was sent for it.

    The request that writes the row does not look the address up, so that its response cannot depend on whether the address is known. The
    task `send_account_mails` looks it up, and the rate limits decide whether a mail is sent.
    """

    class Purpose(models.TextChoices):
        SIGN_IN = "sign_in", _("a code to sign in")
        SIGN_UP = "sign_up", _("a code to sign up")
        CONFIRM = "confirm", _("a code that confirms a new address")
        INVITE = "invite", _("an invitation to a table")

    purpose = models.CharField(_("purpose"), max_length=10, choices=Purpose.choices)
    address = models.EmailField(_("address"), help_text=_("In lower case."))
    lane = models.CharField(
        max_length=64, db_default="", blank=True, help_text=_("Whose limits count: a browser known for this address; else empty.")
    )
    network = models.CharField(_("network"), max_length=64, db_default="", blank=True)
    language = models.CharField(_("language"), max_length=12, default="en")
    payload = models.JSONField(_("ids"), db_default={}, blank=True)
    created_at = models.DateTimeField(_("asked"), db_default=Now())

    due_at = models.DateTimeField(
        _("due"), null=True, blank=True, db_default=Now(), help_text=_("Time of the next attempt. Empty: finished.")
    )
    attempts = models.PositiveSmallIntegerField(_("attempts"), db_default=0)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    stranger = models.BooleanField(
        _("to a stranger"), db_default=False, help_text=_("It counted for the day's mails to unknown addresses.")
    )
    digest = models.CharField(
        max_length=64, db_default="", blank=True, editable=False, help_text=_("Keyed hash of the code that was sent.")
    )
    good_until = models.DateTimeField(_("code is good until"), null=True, blank=True)
    used_at = models.DateTimeField(_("code was used"), null=True, blank=True)

    class Meta:
        verbose_name = _("account mail")
        verbose_name_plural = _("account mails")
        indexes: ClassVar = [
            models.Index(fields=["due_at", "id"], condition=Q(due_at__isnull=False), name="accountmail_due"),
            models.Index(fields=["address", "-id"], name="accountmail_address"),
            models.Index(fields=["sent_at"], condition=Q(stranger=True), name="accountmail_strangers"),
            models.Index(fields=["created_at"], name="accountmail_old"),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} #{self.pk}"
