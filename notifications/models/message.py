"""The outbox: one row per (event, recipient, channel), written in the transaction of the event."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Message(models.Model):
    """A message to one person on one channel.

    The row contains ids instead of content: the text is composed from the current state when it is sent, and stored as it was sent. All
    defaults are in the database, so that rows can be inserted with plain SQL that names only (kind, recipient_id, channel, key, payload,
    thread, topic, not_before, request_id).
    """

    class State(models.TextChoices):
        """Only QUEUED and SENDING are not final."""

        QUEUED = "queued", _("queued")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        BOUNCED = "bounced", _("bounced")
        SUPERSEDED = "superseded", _("not sent, no longer needed")
        DEAD = "dead", _("given up")

    kind = models.CharField(_("kind"), max_length=60)
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="messages", verbose_name=_("recipient"), db_index=False
    )
    channel = models.CharField(
        _("channel"), max_length=30, db_default="email", help_text=_("email, or the medium and which of several addresses: webhook:17.")
    )
    key = models.CharField(_("event"), max_length=200, help_text=_("Names the event; the same event twice is one message."))
    payload = models.JSONField(_("ids"), db_default={}, blank=True)
    thread = models.CharField(_("thread"), max_length=80, db_default="", blank=True)
    topic = models.CharField(_("topic"), max_length=120, db_default="", blank=True, help_text=_("What makes this message stale."))

    request_id = models.CharField(
        _("caused by"), max_length=64, db_default="", blank=True, help_text=_("ID of the request that caused this message.")
    )

    stand_in = models.BooleanField(_("stands in"), db_default=False, help_text=_("Sent because another channel could not deliver it."))

    state = models.CharField(_("state"), max_length=10, choices=State.choices, db_default=State.QUEUED)
    not_before = models.DateTimeField(_("not before"), db_default=Now())
    held = models.CharField(
        _("held for"), max_length=10, db_default="", blank=True, help_text=_("The schedule by which it is sent together with others.")
    )
    attempts = models.PositiveSmallIntegerField(_("attempts"), db_default=0)
    crashes = models.PositiveSmallIntegerField(
        _("crashes"), db_default=0, help_text=_("Attempts after which the process ended without a result.")
    )
    lease_until = models.DateTimeField(_("leased until"), null=True, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=200, db_default="", blank=True)
    provider_id = models.CharField(_("provider's id"), max_length=200, db_default="", blank=True)
    error = models.TextField(_("error"), db_default="", blank=True)
    created_at = models.DateTimeField(_("written"), db_default=Now())
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    subject = models.CharField(_("subject"), max_length=200, db_default="", blank=True)
    text = models.TextField(_("text"), db_default="", blank=True)
    html = models.TextField(_("HTML"), db_default="", blank=True)
    reply_to = models.CharField(_("answers go to"), max_length=254, db_default="", blank=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["recipient", "channel", "key"], name="message_once_per_event"),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "sending", "sent", "bounced", "superseded", "dead"]), name="message_state_known"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["not_before", "id"], condition=Q(state="queued"), name="message_due"),
            models.Index(
                fields=["channel", "not_before", "id"], condition=Q(state="queued") & ~Q(channel="email"), name="message_call_due"
            ),
            models.Index(fields=["lease_until"], condition=Q(lease_until__isnull=False), name="message_leased"),
            models.Index(fields=["topic"], condition=Q(state="queued"), name="message_topic"),
            models.Index(fields=["-id"], condition=Q(state="dead"), name="message_dead"),
            models.Index(fields=["recipient", "-id"], name="message_of_recipient"),
            models.Index(fields=["recipient"], condition=Q(state="queued") & ~Q(held=""), name="message_held"),
            models.Index(fields=["sent_at"], condition=~Q(text="", html=""), name="message_kept"),
            BrinIndex(fields=["created_at"], autosummarize=True, name="message_old"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} #{self.pk}"

    @property
    def medium(self) -> str:
        """The channel without the number of the endpoint: `webhook` for `webhook:17`."""
        return self.channel.partition(":")[0]
