"""Moments on a page: in the reader's own zone and language, and exact for a script or a screen reader."""

from collections.abc import Callable
from datetime import date, datetime, tzinfo
from functools import lru_cache

from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, gettext_noop

from games.render.french import first_of_month

LONG, SHORT = gettext_noop("D, j M, H:i"), gettext_noop("j M, H:i")
STYLES = (LONG, SHORT, gettext_noop("j M Y"))
"""The forms of a moment on a page, in Django's letters; a language has its own order and punctuation."""
CLOCK = "H:i"
"""The format of a time whose date is written before it; the same in every language."""


def dated(local: date, style: str) -> str:
    written = formats.date_format(local, style)
    return first_of_month(written) if (get_language() or "").startswith("fr") and local.day == 1 else written


def moment_html(when: datetime, style: str = LONG) -> SafeString:
    """A moment as `<time>`, in the zone and the language that are active."""
    return moment_writer(style)(when)


def moment_writer(style: str = LONG) -> Callable[[datetime], SafeString]:
    """`moment_html` for many moments; zone and language are looked up once."""
    zone, language = timezone.get_current_timezone(), get_language()
    return lambda when: _written(when, when.isoformat(timespec="minutes"), style, zone, language)


@lru_cache(maxsize=8192)
def _written(when: datetime, exact: str, style: str, zone: tzinfo, language: str | None) -> SafeString:
    """A moment as `<time>`, cached, because every page of a game has the same ones. `language` is the active one."""
    local = dated(timezone.localtime(when, zone), gettext(style))
    return format_html('<time datetime="{}">{}</time>', exact, local)
