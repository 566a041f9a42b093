"""Warm a web process up before its first request: URLs, catalogues, templates, drawings of cards.

Called where the process serves pages, not when the apps are loaded: `manage.py` commands need none of it.
"""

from __future__ import annotations

import gc

from django.conf import settings
from django.template.loader import get_template
from django.urls import resolve, reverse
from django.utils import translation

from fateapp import places
from games.render.html import scene_html
from games.render.reader import reader_for
from games.rules.registry import every_version
from games.rules.scene import Scene

PAGES = places.TEMPLATES
THRESHOLDS = (50_000, 20, 50)
"""New objects before the collector looks at them, looks before it looks at the older ones, and at the oldest."""


def warm() -> None:
    """Compile the templates of our pages; read the addresses with their views and draw every card, once in every language."""
    for name in page_templates():
        get_template(name)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            resolve(reverse("games:table", args=["code"]))
            for book in every_version().values():
                scene_html(Scene(book.gallery()), reader_for([], language))


def settle() -> None:
    """Exclude all present objects from garbage collection (`gc.freeze`) and collect new ones less often.

    What is loaded stays until the process ends, and nearly everything a request makes is gone with it by counting references.
    Looking for cycles in both took a seventh of a request's CPU (docs/decisions/0073-garbage.md).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def page_templates() -> list[str]:
    """The names of all templates of pages; mails are not made where pages are served."""
    found = (path.relative_to(PAGES) for path in sorted(PAGES.rglob("*.html")))
    return [path.as_posix() for path in found if path.parts[0] != "emails"]
