"""The rules pages: each game's rulebook.md with its pictures and cards, and a printable summary."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.anchors import anchors_plugin

from games.render.figure import KIND, figure, figure_html
from games.render.html import scene_html
from games.render.reader import reader_for
from games.rulebooks import differs_from_newest, rules_markdown, source_of, summary_of, translated
from games.rules.game import Game
from games.rules.puzzles import NAMES, puzzles
from games.rules.registry import all_games, every_version, game_in
from games.rules.scene import Scene

_RULING = re.compile(r"<(p|li)><strong>(R[0-9]+[a-z]?)</strong>")
_NUMBER = re.compile(r"R[0-9]+[a-z]?")
FOUND = 40
"""The most search results shown."""


@dataclass(frozen=True, slots=True)
class Heading:
    """An entry of the table of contents."""

    level: int
    anchor: str
    title: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, an item or a row as plain text, and the nearest anchor before it."""

    anchor: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class RuleText:
    title: SafeString
    """The top heading; the table of contents follows it."""
    html: SafeString
    contents: Sequence[Heading]
    paragraphs: Sequence[Paragraph]

    def search(self, words: str) -> list[Paragraph]:
        """The paragraphs that contain all of these words, ignoring case."""
        wanted = words.casefold().split()
        found = (one for one in self.paragraphs if all(word in f"{one.title} {one.text}".casefold() for word in wanted))
        return [one for one, _place in zip(found, range(FOUND), strict=False)] if wanted else []


def rule_text(book: Game[Any], markdown: str, language: str) -> RuleText:
    """Render Markdown: raw HTML is escaped, headings and rules get anchors (`#setup`, `#r13`), fenced pictures are drawn."""
    writer = MarkdownIt("commonmark", {"html": False}).enable("table").use(anchors_plugin, max_level=3)
    reader = reader_for(NAMES, language)

    def fence(_renderer: Any, tokens: Sequence[Token], at: int, _options: Any, _env: Mapping[str, Any]) -> str:
        if tokens[at].info.strip() != KIND:
            raise ValueError(f"The rules of {book.key} hold a fenced block {tokens[at].info!r}; it can only be a {KIND}.")
        return figure_html(figure(book, tokens[at].content.strip(), language), reader)

    writer.add_render_rule("fence", fence)
    html = _RULING.sub(lambda m: f'<{m[1]} id="{m[2].lower()}"><strong>{m[2]}</strong>', writer.render(markdown))
    tokens = writer.parse(markdown)
    title, end, rest = html.partition("</h1>")
    return RuleText(mark_safe(title + end), mark_safe(rest), tuple(_headings(tokens)), tuple(_paragraphs(tokens)))


def _headings(tokens: Sequence[Token]) -> Iterator[Heading]:
    for token, inside in pairwise(tokens):
        if token.type == "heading_open" and token.tag in ("h2", "h3"):
            yield Heading(int(token.tag[1]), str(token.attrs["id"]), _plain(inside))


def _paragraphs(tokens: Sequence[Token]) -> Iterator[Paragraph]:
    anchor = title = ""
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            anchor, title = str(before.attrs.get("id", "")), _plain(token)
        elif token.type == "inline":
            text = _plain(token)
            number = _NUMBER.match(text) if token.content.startswith("**R") else None
            yield Paragraph(number[0].lower() if number else anchor, title, text)


def _plain(token: Token) -> str:
    return "".join(" " if child.type in ("softbreak", "hardbreak") else child.content for child in token.children or ())


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
    return render(request, "games/shelf.html", {"games": list(all_games().values()), "reader": reader_for()})


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
        "cards": scene_html(gallery, reader_for(), texts=True) if gallery.zones else "",
        "reader": reader_for(),
    }
    return render(request, "games/rulebook.html", context)


@require_safe
def summary(request: HttpRequest, key: str) -> HttpResponse:
    book: Game[Any] | None = all_games().get(key)
    language = _written_in(summary_of(book)) if book is not None else "en"
    text = summary_text(key, language) if book is not None else None
    if text is None:
        raise Http404("There is no such summary.")
    return render(request, "games/summary.html", {"book": book, "text": text, "written": language, "reader": reader_for()})


def _written_in(source: Path | None) -> str:
    """The language of a text: the reader's own, or English if it is not translated."""
    language = (get_language() or "en").partition("-")[0]
    return language if source is not None and translated(source, language) is not None else "en"
