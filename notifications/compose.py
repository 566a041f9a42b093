"""A letter → a mail: ask each kind for its words, drop what is no longer true, set the rest in one frame."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any

from css_inline import CSSInliner
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import ngettext

from notifications import kinds
from notifications.batching import zone_of
from notifications.composed import Composed
from notifications.letters import Letter
from notifications.links import UNSUBSCRIBE, absolute
from notifications.mail import Mail
from notifications.models import Message
from notifications.other_process import NotHere
from notifications.sanitise import body, one_line

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Outcome:
    """What composing a letter gave: the mail, or None when nothing in it is true any more, and what became of each row."""

    mail: Mail | None = None
    kept: list[Message] = field(default_factory=list)
    stale: list[Message] = field(default_factory=list)
    crashed: list[tuple[Message, str]] = field(default_factory=list)
    left: list[tuple[Message, str]] = field(default_factory=list)


def compose(letter: Letter, now: datetime) -> Outcome:
    """Compose a letter in its recipient's language and zone. A raising kind is noted against its own row only.

    What only another process can compose is left to it.
    """
    outcome, parts = Outcome(), []
    person = letter.recipient
    with translation.override(person.language), timezone.override(zone_of(person.zone)):
        for row in letter.rows:
            try:
                part = _ask(row, now)
            except NotHere as error:
                outcome.left.append((row, str(error)))
                continue
            except Exception as error:  # a kind is foreign code; whatever it raises must not stop the others
                log.exception("message_compose_failed: message %s of kind %s", row.pk, row.kind)
                outcome.crashed.append((row, _where(error)))
                continue
            if part is None:
                outcome.stale.append(row)
            else:
                outcome.kept.append(row)
                parts.append(part)
        if parts:
            outcome.mail = _frame(outcome.kept, parts, person)
    return outcome


def _ask(row: Message, now: datetime) -> Composed | None:
    kind = kinds.get(row.kind)
    if kind is None:
        raise LookupError(f"No kind of message is named {row.kind!r}.")
    return kind.compose(row, now)


def _where(error: Exception) -> str:
    """Type and place of an error. Not its text, which could name a card nobody but its owner may know of."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" in {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
    return f"Composing failed: {type(error).__name__}{place}"


def _frame(rows: list[Message], parts: list[Composed], person: Any) -> Mail:
    """Put the parts under one subject, with one footer."""
    subject = parts[0].subject if len(parts) == 1 else _common_subject(parts)
    unsubscribe = _unsubscribe(rows, person)
    context = {
        "parts": parts,
        "subject": one_line(subject, 120),
        "language": person.language,
        "unsubscribe": unsubscribe,
        "preferences": absolute(reverse("notifications:preferences")),
        "site": absolute("/"),
    }
    threads = {part.thread or row.thread for part, row in zip(parts, rows, strict=True)}
    return Mail(
        subject=one_line(subject, 120),
        text=body(render_to_string("emails/layout.txt", context)),
        html=_inliner().inline(body(render_to_string("emails/layout.html", context))) if any(part.html for part in parts) else "",
        attachments=tuple({picture.cid: picture for part in parts for picture in part.attachments}.values()),
        headers=parts[0].headers if len(parts) == 1 else {},
        thread=threads.pop() if len(threads) == 1 else "digest",
        unsubscribe=unsubscribe,
        link=(parts[0].link if len(parts) == 1 else "") or absolute(reverse("notifications:messages")),
    )


def _common_subject(parts: list[Composed]) -> str:
    """The subject of a mail with several pieces of news: theirs if it is the same, else how many there are."""
    if len({part.subject for part in parts}) == 1:
        return parts[0].subject
    return ngettext("%(count)d piece of news", "%(count)d pieces of news", len(parts)) % {"count": len(parts)}


def _unsubscribe(rows: list[Message], person: Any) -> str:
    """The address that switches off exactly the kinds in this mail, or "" when none of them can be."""
    optional = {kind.name for kind in kinds.optional()}
    wanted = sorted({row.kind for row in rows} & optional)
    if not wanted:
        return ""
    token = UNSUBSCRIBE.sign({"player": person.pk, "channel": rows[0].medium, "kinds": wanted})
    return absolute(reverse("notifications:unsubscribe", args=[token]))


@cache
def _inliner() -> CSSInliner:
    """Keeps the style element for its dark-mode rules, and fetches nothing from anywhere."""
    return CSSInliner(keep_style_tags=True, load_remote_stylesheets=False)


def kept_html(mail: Mail) -> str:
    """The HTML as it is kept on the row: with its pictures only in the development mailbox."""
    return mail.html_with_pictures() if settings.FATE_MAILBOX else mail.html
