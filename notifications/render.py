"""Render the templates of a mail, three files per kind, in the recipient's language and time zone."""

from collections.abc import Mapping
from typing import Any, cast

from django.template import Context, TemplateDoesNotExist
from django.template.backends.django import Template
from django.template.loader import get_template
from django.utils import timezone, translation

from notifications.batching import zone_of
from notifications.composed import Composed, Inline


def render_mail(
    name: str,
    context: Mapping[str, Any],
    language: str,
    zone: str,
    *,
    attachments: tuple[Inline, ...] = (),
    headers: Mapping[str, str] | None = None,
    thread: str = "",
    link: str = "",
    preview: str = "",
    brief: tuple[str, ...] = (),
    details: tuple[str, ...] = (),
) -> Composed:
    """Compose a mail from `emails/<name>.subject`, `.txt` and, where there is one, `.html`.

    Subject and text are plain text: nothing in them is escaped. The HTML extends `emails/base.html` and is a fragment.
    """
    with translation.override(language), timezone.override(zone_of(zone)):
        return Composed(
            subject=_render(f"emails/{name}.subject", context, html=False).strip(),
            text=_render(f"emails/{name}.txt", context, html=False).strip() + "\n",
            html=_render_html(f"emails/{name}.html", context),
            attachments=attachments,
            headers=headers or {},
            thread=thread,
            link=link,
            preview=preview,
            brief=brief,
            details=details,
        )


def _render_html(path: str, context: Mapping[str, Any]) -> str | None:
    try:
        get_template(path)
    except TemplateDoesNotExist:
        return None
    return _render(path, context, html=True).strip()


def _render(path: str, context: Mapping[str, Any], *, html: bool) -> str:
    template = cast(Template, get_template(path)).template
    return template.render(Context(dict(context), autoescape=html))
