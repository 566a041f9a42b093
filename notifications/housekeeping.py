"""Forgetting: texts of old mails, withdrawn messages and stray mails are not kept for ever."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from notifications.models import InboundMail, Message, ReplyAddress, StrayMail, WebhookCall
from notifications.webhooks.queries import LOGGED

TEXTS_KEPT = timedelta(days=90)
ROWS_KEPT = timedelta(days=400)
STRAYS_KEPT = timedelta(days=7)
RAW_KEPT = timedelta(days=7)
ADDRESSES_KEPT = timedelta(days=400)

FINAL = [Message.State.SENT, Message.State.BOUNCED, Message.State.SUPERSEDED, Message.State.DEAD]


def tidy(now: datetime) -> None:
    """Blank the texts of mails older than TEXTS_KEPT, delete settled rows after ROWS_KEPT and stray mails after STRAYS_KEPT."""
    settled = Message.objects.filter(state__in=FINAL)
    settled.filter(sent_at__lt=now - TEXTS_KEPT).exclude(text="", html="").update(text="", html="")
    settled.filter(created_at__lt=now - ROWS_KEPT).delete()
    StrayMail.objects.filter(at__lt=now - STRAYS_KEPT).delete()
    waiting = [InboundMail.State.RECEIVED, InboundMail.State.HELD]
    old = InboundMail.objects.filter(received_at__lt=now - RAW_KEPT).exclude(state__in=waiting)
    old.exclude(raw=b"").update(raw=b"")
    unconfirmed = InboundMail.objects.filter(received_at__lt=now - 4 * RAW_KEPT, state=InboundMail.State.HELD)
    unconfirmed.update(raw=b"", state=InboundMail.State.IGNORED)
    _shorten_call_logs()
    ReplyAddress.objects.filter(created_at__lt=now - ADDRESSES_KEPT).delete()


def _shorten_call_logs() -> None:
    """Keep the last calls of every webhook."""
    place = Window(RowNumber(), partition_by=[F("webhook_id")], order_by=F("id").desc())
    older = WebhookCall.objects.annotate(place=place).filter(place__gt=LOGGED).values("id")
    WebhookCall.objects.filter(id__in=list(older.values_list("id", flat=True))).delete()
