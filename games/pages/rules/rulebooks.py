"""The rules pages: each game's rulebook.md with its pictures and cards, and a printable summary."""

from functools import cache
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.pages.rules.rule_text import RuleText, rule_text
from games.pages.tables.context import reader
from games.render.html import scene_html
from games.rulebooks import differs_from_newest, rules_markdown, source_of, summary_of, translated
from games.rules.game import Game
from games.rules.puzzles import puzzles
from games.rules.registry import all_games, every_version, game_in
from games.rules.scene import Scene


@cache
def rulebook_text(key: str, version: int, language: str) -> RuleText:
    book = game_in(key, version)
    return rule_text(book, rules_markdown(book, language), language)


@cache
def summary_text(key: str, language: str) -> RuleText | None:
    """The summary in a language, or in English if it is not translated; None if there is none."""
    book = all_games()[key]
    source = summary_of(book)
    if source is None:
        return None
    return rule_text(book, (translated(source, language) or source).read_text(encoding="utf-8"), language)


@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    return render(request, "games/shelf.html", {"games": list(all_games().values()), "reader": reader()})


@require_safe
def rulebook(request: HttpRequest, key: str, version: int | None = None) -> HttpResponse:
    """The rules of one game with all its cards, or of an older version with its own text."""
    book = all_games().get(key) if version is None else every_version().get((key, version))
    if book is None:
        raise Http404("There is no such game.")
    if version is not None and not differs_from_newest(key, version):
        return redirect("games:rulebook", key)
    gallery = Scene(book.gallery())
    language = _written_in(source_of(book))
    text, words = rulebook_text(key, book.version, language), request.GET.get("q", "")[:100]
    context = {
        "book": book,
        "text": text,
        "written": language,
        "older": version is not None,
        "summary": summary_of(book) is not None,
        "puzzles": len(puzzles(key)),
        "q": words,
        "found": text.search(words),
        "gallery": gallery.zones,
        "cards": scene_html(gallery, reader(), texts=True) if gallery.zones else "",
        "reader": reader(),
    }
    return render(request, "games/rulebook.html", context)


@require_safe
def summary(request: HttpRequest, key: str) -> HttpResponse:
    book: Game[Any] | None = all_games().get(key)
    language = _written_in(summary_of(book)) if book is not None else "en"
    text = summary_text(key, language) if book is not None else None
    if text is None:
        raise Http404("There is no such summary.")
    return render(request, "games/summary.html", {"book": book, "text": text, "written": language, "reader": reader()})


def _written_in(source: Path | None) -> str:
    """The language of a text: the reader's own, or English if it is not translated."""
    language = (get_language() or "en").partition("-")[0]
    return language if source is not None and translated(source, language) is not None else "en"
