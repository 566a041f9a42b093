"""`{% mailbox_hint %}`: a link to the development mailbox on a site without SMTP."""

from typing import Any

from django import template
from django.conf import settings

register = template.Library()


@register.inclusion_tag("notifications/_mailbox_hint.html")
def mailbox_hint() -> dict[str, Any]:
    """One sentence with a link to the development mailbox; nothing when SMTP is configured."""
    return {"mailbox": settings.FATE_MAILBOX}
