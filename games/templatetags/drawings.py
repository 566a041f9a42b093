"""Drawings inside pages."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def drawing(svg: str) -> SafeString:
    """A drawing of `games.render`, which has escaped whatever people or games wrote; nothing else may be passed here."""
    return mark_safe(svg)
