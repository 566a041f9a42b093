"""Pieces of pages that are the same on many pages."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.pages.tables.page_cache import HOLE
from games.queries.process_cache import BoundedCache

register = template.Library()

MOST = 2048
pieces: BoundedCache[str] = BoundedCache(MOST)
"""Written pieces, 1 or 2 KB each, under the name of the template, the language and the facts they tell."""

PLACES = ("/lobby/", "/tournaments/", "/rules/")


@register.simple_tag(takes_context=True)
def piece(context: Context, name: str, **facts: Hashable) -> SafeString:
    """A template filled in with these facts and nothing else of the page: written once for equal facts in a language.

    Its forms get the page's own token.
    """
    key = (name, get_language(), *facts.items())
    written = pieces.get(key)
    if written is None:
        written = render_to_string(name, {**facts, "csrf_token": HOLE})
        pieces.put(key, written)
    return SafeString(written.replace(HOLE, str(context.get("csrf_token", ""))))


@register.filter
def place(path: Any) -> str:
    """Which of the places that the navigation leads to an address belongs to: "/" or the beginning of the path; else nothing."""
    path = str(path)
    return "/" if path == "/" else next((start for start in PLACES if path.startswith(start)), "")
