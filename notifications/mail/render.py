"""Render the templates of a mail, three files per kind."""

from collections.abc import Mapping
from typing import Any, cast

from django.template import Context, TemplateDoesNotExist
from django.template.backends.django import Template
from django.template.loader import get_template

from notifications.mail.composed import Composed


def render_mail(name: str, context: Mapping[str, Any], **fields: Any) -> Composed:
    """Compose a mail from `emails/<name>.subject`, `.txt` and, where there is one, `.html`; `fields` are the other fields of `Composed`.

    Language and time zone are those that are active: of the recipient, while a kind composes. Subject and text are plain text: nothing in
    them is escaped. The HTML extends `emails/base.html` and is a fragment.
    """
    return Composed(
        subject=_render(f"emails/{name}.subject", context, html=False).strip(),
        text=_render(f"emails/{name}.txt", context, html=False).strip() + "\n",
        html=_render_html(f"emails/{name}.html", context),
        **fields,
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
