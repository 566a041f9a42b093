"""Compose a batch: ask each kind for its text, drop messages that are no longer current, render the rest into one mail."""

import logging
from dataclasses import dataclass, field
from datetime import datetime

from django.conf import settings
from django.utils import timezone, translation

from notifications import kinds
from notifications.delivery.batches import Batch
from notifications.local_time import zone_of
from notifications.mail.composed import Composed
from notifications.mail.layout import lay_out
from notifications.mail.mail import Mail
from notifications.models import Message
from notifications.process.other_process import NotHere

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Outcome:
    """The result of composing a batch. `mail` is None when nothing in it is current; the lists say what happened to each row."""

    mail: Mail | None = None
    kept: list[Message] = field(default_factory=list)
    stale: list[Message] = field(default_factory=list)
    crashed: list[tuple[Message, str]] = field(default_factory=list)
    deferred: list[tuple[Message, str]] = field(default_factory=list)


def compose(batch: Batch, now: datetime) -> Outcome:
    """Compose a batch in the recipient's language and time zone. An exception of one kind affects its own row only.

    Rows that only another process can compose are returned in `deferred`.
    """
    outcome, parts = Outcome(), []
    person = batch.recipient
    with translation.override(person.language), timezone.override(zone_of(person.zone)):
        for row in batch.rows:
            try:
                part = _compose_row(row, now)
            except NotHere as error:
                outcome.deferred.append((row, str(error)))
                continue
            except Exception as error:  # a kind is code of another app; its errors must not stop the others
                log.exception("message_compose_failed: message %s of kind %s", row.pk, row.kind)
                outcome.crashed.append((row, _describe(error)))
                continue
            if part is None:
                outcome.stale.append(row)
            else:
                outcome.kept.append(row)
                parts.append(part)
        if parts:
            outcome.mail = lay_out(outcome.kept, parts, person)
    return outcome


def _compose_row(row: Message, now: datetime) -> Composed | None:
    kind = kinds.get(row.kind)
    if kind is None:
        raise LookupError(f"No kind of message is named {row.kind!r}.")
    return kind.compose(row, now)


def _describe(error: Exception) -> str:
    """Type and place of an error. Not its text, which could name a hidden card."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" in {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
    return f"Composing failed: {type(error).__name__}{place}"


def stored_html(mail: Mail) -> str:
    """The HTML to store with the message: with its pictures only in the development mailbox."""
    return mail.html_with_pictures() if settings.FATE_MAILBOX else mail.html
