"""Template filters for tables: messages of the rules in the reader's language, times as `<time>`."""

from datetime import datetime
from typing import Any

from django import template
from django.utils.safestring import SafeString

from games.pages.orders.fields import order_fields, preset_buttons, preset_effects
from games.pages.tables.choices import choice_items
from games.pages.tables.log_lines import log_rows, news_rows, talk_rows
from games.pages.tables.seat_list import seat_words
from games.render.colors import cloth_class
from games.render.tiles import fan, five, hero
from games.render.timestamps import LONG, dated, moment_html
from games.render.words import given_words, shown, signed
from games.rulebooks import rules_page_of, summary_page_of
from games.rules.messages import Message, Reader

register = template.Library()
register.filter("dated", dated, expects_localtime=True)
register.filter("signed", signed)
register.filter("given", given_words)
register.filter("cloth", cloth_class)
register.filter("mini_fan", fan)
register.filter("five_cards", five)
register.simple_tag(hero, name="hero_fan")


@register.filter
def said(message: Message | None, reader: Reader) -> str:
    """A message of the rules as one line in this reader's language; "" for None."""
    return shown(message, reader) if message is not None else ""


@register.filter
def relative(written: SafeString | str, length: str = "") -> SafeString | str:
    """A time that a script may show relatively beside its date, "in 2 days, Tue, 24 Nov, 19:00", or instead of it (`short`)."""
    return SafeString(written.replace("<time ", f'<time data-relative="{length}" ' if length else "<time data-relative ", 1))


@register.filter
def moment(when: datetime | None, style: str = LONG) -> SafeString | str:
    """A time in the viewer's time zone, as `<time>`, which scripts and screen readers can reformat; "" for None."""
    return "" if when is None else moment_html(when, style)


@register.filter
def rules_page(game: Any) -> str:
    return rules_page_of(game.rules, game.rules_version)


@register.filter
def summary_page(game: Any) -> str:
    """The URL of the rules summary of a table; "" if there is none."""
    return summary_page_of(game.rules, game.rules_version)


register.simple_tag(log_rows)
register.simple_tag(news_rows)
register.simple_tag(talk_rows)
register.simple_tag(choice_items)
register.simple_tag(seat_words)
register.simple_tag(order_fields)
register.simple_tag(preset_buttons)
register.simple_tag(preset_effects)
