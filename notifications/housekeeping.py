"""Retention: delete the texts of old mails, old messages, and old mails of the development mailbox."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from notifications.channels.webhook.health import LOGGED
from notifications.lanes import circuits
from notifications.models import InboundMail, Message, ReplyAddress, StrayMail, WebhookCall

TEXTS_KEPT = timedelta(days=90)
ROWS_KEPT = timedelta(days=400)
STRAYS_KEPT = timedelta(days=7)
RAW_KEPT = timedelta(days=7)
ADDRESSES_KEPT = timedelta(days=400)

SLICE = 2000
"""Rows per statement, so that a site with millions of mails stays below the statement timeout and keeps what is done."""

FINAL = [Message.State.SENT, Message.State.BOUNCED, Message.State.SUPERSEDED, Message.State.DEAD]


def tidy(now: datetime) -> None:
    """Delete texts after TEXTS_KEPT, settled messages after ROWS_KEPT, stray mails after STRAYS_KEPT, and old inbound mail."""
    settled = Message.objects.filter(state__in=FINAL)
    in_slices(settled.filter(sent_at__lt=now - TEXTS_KEPT).exclude(text="", html=""), lambda rows: rows.update(text="", html=""))
    in_slices(settled.filter(created_at__lt=now - ROWS_KEPT), QuerySet.delete)
    in_slices(StrayMail.objects.filter(at__lt=now - STRAYS_KEPT), QuerySet.delete)
    waiting = [InboundMail.State.RECEIVED, InboundMail.State.HELD]
    old = InboundMail.objects.filter(received_at__lt=now - RAW_KEPT).exclude(state__in=waiting)
    in_slices(old.exclude(raw=b""), lambda rows: rows.update(raw=b"", session={}))
    unconfirmed = InboundMail.objects.filter(received_at__lt=now - 4 * RAW_KEPT, state=InboundMail.State.HELD)
    in_slices(unconfirmed, lambda rows: rows.update(raw=b"", session={}, state=InboundMail.State.IGNORED))
    _shorten_call_logs()
    circuits.forget(now)
    in_slices(ReplyAddress.objects.filter(created_at__lt=now - ADDRESSES_KEPT), QuerySet.delete)


def in_slices(rows: QuerySet[Any], change: Callable[[QuerySet[Any]], object]) -> None:
    """Apply `change` to all rows, SLICE at a time; afterwards they must no longer match `rows`."""
    while numbers := list(rows.values_list("pk", flat=True)[:SLICE]):
        change(rows.model._default_manager.filter(pk__in=numbers))


def _shorten_call_logs() -> None:
    """Keep the last LOGGED calls of every webhook."""
    place = Window(RowNumber(), partition_by=[F("webhook_id")], order_by=F("id").desc())
    older = WebhookCall.objects.annotate(place=place).filter(place__gt=LOGGED).values("id")
    WebhookCall.objects.filter(id__in=list(older.values_list("id", flat=True))).delete()
