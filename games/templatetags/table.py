"""How templates speak: messages of the rules in the reader's words, moments as `<time>`."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.safestring import SafeString

from games.render.moments import LONG, moment_html
from games.render.tiles import fan
from games.render.words import said as said_to
from games.rules.messages import Message, Reader
from games.web.choices import choice_items
from games.web.here import seat_words
from games.web.lines import log_rows, news_rows, talk_rows
from games.web.order_fields import order_fields

register = template.Library()


@register.filter
def said(message: Message | None, reader: Reader) -> str:
    """A message of the rules as one line in this reader's language; nothing for None."""
    return said_to(message, reader) if message is not None else ""


@register.filter
def mini_fan(key: str) -> SafeString:
    """Three small cards of a game."""
    return fan(key)


@register.filter
def moment(when: datetime | None, style: str = LONG) -> SafeString | str:
    """A moment in the reader's own zone, as `<time>`, so that a script or a screen reader can do better; nothing for None."""
    return "" if when is None else moment_html(when, style)


register.simple_tag(log_rows)
register.simple_tag(news_rows)
register.simple_tag(talk_rows)
register.simple_tag(choice_items)
register.simple_tag(seat_words)
register.simple_tag(order_fields)
