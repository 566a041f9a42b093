"""Inbound mail: the address of each reply, and every received mail."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Mail servers may change the case of an address, and people copy it by hand: lower case, without characters that look alike."""


def new_token() -> str:
    """32 characters: more than 159 random bits. The first is a letter: filters take “3” and such letters for a Bitcoin address."""
    return secrets.choice(ALPHABET[:24]) + "".join(secrets.choice(ALPHABET) for _ in range(31))


class ReplyAddress(models.Model):
    """One open question to one person, as an address for replies.

    `purpose` names the handler of the replies, `key` the question (the same question twice is one address), and `payload` holds the ids for
    the handler. The handler decides what a reply may still do.
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
    """One mail to one reply address, stored before it is acknowledged; a duplicate is the same row."""

    class State(models.TextChoices):
        """The result; only RECEIVED is not final (HELD becomes RECEIVED when its owner confirms)."""

        RECEIVED = "received", _("received")
        DONE = "done", _("done")
        HELD = "held", _("waits for confirmation")
        IGNORED = "ignored", _("ignored")
        FAILED = "failed", _("given up")

    class Way(models.TextChoices):
        """How it was received. MAILBOX: written by a signed-in person on the mailbox page."""

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
    """Facts recorded by the mail server: the client and, for a truncated mail, the signatures that match the whole body (`store.keep`)."""
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
