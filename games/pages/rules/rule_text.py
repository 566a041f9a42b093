"""Markdown of the rules as HTML: anchors, pictures, table of contents, and searchable paragraphs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.anchors import anchors_plugin

from games.render.figure import KIND, figure, figure_html
from games.render.reader import reader_for
from games.rules.game import Game
from games.rules.puzzles import NAMES

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
