"""What people write to us: the address each answer goes to, and every mail as it came."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Mail servers may change the case of an address, and people copy it by hand: lower case, and nothing that looks alike."""


def new_token() -> str:
    """32 characters of 5 bits each: 160 bits nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(32))


class ReplyAddress(models.Model):
    """One open question of one person, as an address to write to.

    `purpose` names the handler that understands the answers, `key` the question (the same question twice is one address),
    and `payload` the ids the handler needs. What it may still do is judged by the handler: the address itself acts on nothing.
    """

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reply_addresses", db_index=False)
    purpose = models.CharField(_("purpose"), max_length=30)
    key = models.CharField(_("question"), max_length=120)
    payload = models.JSONField(_("ids"), default=dict, blank=True)
    created_at = models.DateTimeField(_("made"), db_default=Now())

    class Meta:
        verbose_name = _("reply address")
        verbose_name_plural = _("reply addresses")
        constraints: ClassVar = [models.UniqueConstraint(fields=["person", "purpose", "key"], name="reply_address_once")]

    def __str__(self) -> str:
        return f"{self.purpose}: {self.key}"


class InboundMail(models.Model):
    """One mail to one reply address, stored before it is acknowledged; a second copy is the same row."""

    class State(models.TextChoices):
        """What became of it; only RECEIVED is not final (HELD becomes RECEIVED when its owner confirms)."""

        RECEIVED = "received", _("received")
        DONE = "done", _("done")
        HELD = "held", _("waits for confirmation")
        IGNORED = "ignored", _("ignored")
        FAILED = "failed", _("given up")

    class Way(models.TextChoices):
        """How it reached us. What comes from our own mailbox page was written by somebody signed in."""

        SMTP = "smtp", "SMTP"
        LMTP = "lmtp", "LMTP"
        WEBHOOK = "webhook", _("webhook")
        IMAP = "imap", "IMAP"
        MAILBOX = "mailbox", _("development mailbox")

    address = models.ForeignKey(ReplyAddress, on_delete=models.CASCADE, related_name="mails")
    message_id = models.CharField(_("Message-ID"), max_length=250)
    sender = models.CharField(_("envelope sender"), max_length=320, blank=True)
    way = models.CharField(_("way"), max_length=10, choices=Way.choices)
    raw = models.BinaryField(_("mail"), editable=False)
    session = models.JSONField(_("conversation"), db_default={}, blank=True)
    """What our mail server noted: who called, and, of a mail that was cut short, whose signatures fit the body (`store.keep`)."""
    state = models.CharField(_("state"), max_length=10, choices=State.choices, db_default=State.RECEIVED)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    confirmed = models.BooleanField(_("confirmed"), default=False)
    progress = models.JSONField(_("what was done"), default=list, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    lease_until = models.DateTimeField(_("leased until"), null=True, blank=True)
    received_at = models.DateTimeField(_("received"), db_default=Now())

    class Meta:
        verbose_name = _("inbound mail")
        verbose_name_plural = _("inbound mails")
        constraints: ClassVar = [models.UniqueConstraint(fields=["message_id", "address"], name="inbound_mail_once")]
        indexes: ClassVar = [models.Index(fields=["id"], condition=models.Q(state="received"), name="inbound_mail_due")]

    def __str__(self) -> str:
        return f"{self.way} #{self.pk}"
