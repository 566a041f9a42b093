"""Template filters for SVG drawings."""

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def drawing(svg: str) -> SafeString:
    """Mark a drawing of `games.render` as safe; the renderer has escaped all text of players and games. Pass nothing else."""
    return mark_safe(svg)
