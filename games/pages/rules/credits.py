"""Credits: authors of pictures, fonts, software and rules."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.render.card_face import reference
from games.render.reader import reader_for
from games.render.sheets import LICENCE, LICENCE_URL, sheets
from games.rules.registry import all_games


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Every silhouette, grouped by author."""
    context = {
        "authors": [(author, _pictures(names)) for author, names in _by_author().items()],
        "licence": LICENCE,
        "licence_url": LICENCE_URL,
        "games": list(all_games().values()),
        "reader": reader_for(),
    }
    return render(request, "games/credits.html", context)


def _by_author() -> dict[str, dict[str, str]]:
    """By author: the names and references of the pictures, every picture once."""
    found: dict[str, dict[str, str]] = {}
    for sheet, pictures in sheets().items():
        for one in pictures.values():
            found.setdefault(one.author, {}).setdefault(one.name, f"{sheet}/{one.name}")
    return {author: dict(sorted(names.items())) for author, names in sorted(found.items())}


def _pictures(names: dict[str, str]) -> SafeString:
    rows = ((reference(key), name.replace("-", " ")) for name, key in names.items())
    item = '<li><svg viewBox="0 0 512 512" aria-hidden="true"><use href="{}"/></svg>{}</li>'
    return format_html('<ul class="credited">{}</ul>', format_html_join("", item, rows))
