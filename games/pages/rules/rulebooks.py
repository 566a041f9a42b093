"""The rules pages: each game's own rulebook.md as HTML, with an anchor for every ruling, and its cards."""

from __future__ import annotations

import re
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin

from games.pages.tables.context import reader
from games.render.html import scene_html
from games.rulebooks import reads_otherwise, rules_markdown
from games.rules.registry import all_games, every_version, game_in
from games.rules.scene import Scene

_RULING = re.compile(r"<(p|li)><strong>(R[0-9]+[a-z]?)</strong>")


@cache
def rulebook_html(key: str, version: int) -> SafeString:
    """The rulebook as HTML: no raw HTML passes, headings and rulings get anchors (`#setup`, `#r13`)."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table").use(anchors_plugin, max_level=3)
    html = markdown.render(rules_markdown(game_in(key, version)))
    return mark_safe(_RULING.sub(lambda m: f'<{m[1]} id="{m[2].lower()}"><strong>{m[2]}</strong>', html))


def page_of(rules: str, version: int) -> str:
    """Where the rules of a game stand: a page of their own for an older version that reads otherwise."""
    args = [rules, version] if reads_otherwise(rules, version) else [rules]
    return reverse("games:rulebook", args=args)


@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    """All games."""
    return render(request, "games/shelf.html", {"games": list(all_games().values()), "reader": reader()})


@require_safe
def rulebook(request: HttpRequest, key: str, version: int | None = None) -> HttpResponse:
    """The rules of one game, with all its cards; of an older version where its games are played by other words."""
    book = all_games().get(key) if version is None else every_version().get((key, version))
    if book is None:
        raise Http404("There is no such game.")
    if version is not None and not reads_otherwise(key, version):
        return redirect("games:rulebook", key)
    gallery = Scene(book.gallery())
    cards = scene_html(gallery, reader(), texts=True) if gallery.zones else ""
    context = {
        "book": book,
        "html": rulebook_html(key, book.version),
        "older": version is not None,
        "gallery": gallery.zones,
        "cards": cards,
        "reader": reader(),
    }
    return render(request, "games/rulebook.html", context)
