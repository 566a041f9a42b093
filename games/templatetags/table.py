"""How templates speak: messages of the rules in the reader's words, moments as `<time>`."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from games.render.tiles import fan
from games.render.words import said as said_to
from games.rules.messages import Message, Reader

register = template.Library()

STYLES = (gettext_noop("D, j M, H:i"), gettext_noop("j M, H:i"), gettext_noop("j M Y"))
"""The forms of a moment on a page, in Django's letters; a language has its own order and punctuation."""


@register.filter
def said(message: Message | None, reader: Reader) -> str:
    """A message of the rules as one line in this reader's language; nothing for None."""
    return said_to(message, reader) if message is not None else ""


@register.filter
def mini_fan(key: str) -> SafeString:
    """Three small cards of a game."""
    return fan(key)


@register.filter
def moment(when: datetime | None, style: str = STYLES[0]) -> SafeString | str:
    """A moment in the reader's own zone, as `<time>`, so that a script or a screen reader can do better."""
    if when is None:
        return ""
    local = timezone.localtime(when)
    return format_html('<time datetime="{}">{}</time>', when.isoformat(timespec="minutes"), formats.date_format(local, gettext(style)))
