"""Warm up a web process before its first request: URLconf, catalogues, templates, card images.

Called where pages are served, not in `AppConfig.ready`, because `manage.py` commands do not need it.
"""

import gc

from django.conf import settings
from django.template.loader import get_template
from django.urls import resolve, reverse
from django.utils import translation

from fateapp import installation
from games.render.html import scene_html
from games.render.reader import reader_for
from games.rules.registry import every_version
from games.rules.scene import Scene

PAGES = installation.TEMPLATES
THRESHOLDS = (50_000, 20, 50)
"""Thresholds of the garbage collector's three generations."""


def warm() -> None:
    """Compile the page templates; load the URLconf with its views and draw every card, once in every language."""
    for name in page_templates():
        get_template(name)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            resolve(reverse("games:table", args=["code"]))
            for game in every_version().values():
                scene_html(Scene(game.gallery()), reader_for([], language))


def freeze_objects() -> None:
    """Exclude all present objects from garbage collection (`gc.freeze`) and collect less often.

    Loaded modules stay until the process ends, and nearly all objects of a request are freed by reference counting. Collecting both cost a
    seventh of a request's CPU (docs/decisions/0073-garbage.md).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def page_templates() -> list[str]:
    """The names of all page templates; mail templates are not used in web processes."""
    found = (path.relative_to(PAGES) for path in sorted(PAGES.rglob("*.html")))
    return [path.as_posix() for path in found if path.parts[0] != "emails"]
