"""The rules pages: each game's own rulebook.md as HTML, with an anchor for every ruling, and its cards."""

from __future__ import annotations

import re
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin

from games.render.html import scene_html
from games.rulebooks import rules_markdown
from games.rules.registry import all_games, game
from games.rules.scene import Scene
from games.web.seen import reader

_RULING = re.compile(r"<(p|li)><strong>(R[0-9]+[a-z]?)</strong>")


@cache
def rulebook_html(key: str) -> SafeString:
    """The rulebook as HTML: no raw HTML passes, headings and rulings get anchors (`#setup`, `#r13`)."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table").use(anchors_plugin, max_level=3)
    html = markdown.render(rules_markdown(game(key)))
    return mark_safe(_RULING.sub(lambda m: f'<{m[1]} id="{m[2].lower()}"><strong>{m[2]}</strong>', html))


@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    """All games."""
    return render(request, "games/shelf.html", {"games": list(all_games().values()), "reader": reader()})


@require_safe
def rulebook(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of one game, with all its cards."""
    book = all_games().get(key)
    if book is None:
        raise Http404("There is no such game.")
    gallery = Scene(book.gallery())
    cards = scene_html(gallery, reader()) if gallery.zones else ""
    context = {"book": book, "html": rulebook_html(key), "gallery": gallery.zones, "cards": cards, "reader": reader()}
    return render(request, "games/rulebook.html", context)
