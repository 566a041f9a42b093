"""Template tags for fragments that many pages share."""

from collections.abc import Hashable
from functools import cache
from typing import Any

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.pages.tables.page_cache import HOLE
from games.queries.process_cache import BoundedCache

register = template.Library()
register.simple_tag(cache(static), name="static")
"""`{% static %}` of Django, with each address composed once for each process."""
register.simple_tag(cache(reverse), name="fixed_url")
"""`{% url %}` of Django without arguments, composed once for each process."""

MOST = 2048
pieces: BoundedCache[str] = BoundedCache(MOST)
"""Cache of rendered fragments, 1 or 2 KB each, by template, language and facts."""

PLACES = ("/lobby/", "/tournaments/", "/rules/")


@register.simple_tag(takes_context=True)
def piece(context: Context, name: str, **facts: Hashable) -> SafeString:
    """Render a template with these facts only, cached by facts and language.

    Its forms get the CSRF token of the page.
    """
    key = (name, get_language(), *facts.items())
    written = pieces.get(key)
    if written is None:
        written = render_to_string(name, {**facts, "csrf_token": HOLE})
        pieces.put(key, written)
    return SafeString(written.replace(HOLE, str(context.get("csrf_token", ""))))


@register.filter
def place(path: Any) -> str:
    """The navigation entry that a path belongs to: "/" or the prefix of the path; else ""."""
    path = str(path)
    return "/" if path == "/" else next((start for start in PLACES if path.startswith(start)), "")
