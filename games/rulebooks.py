"""The rulebook of a game as Markdown: its own `rulebook.md`, followed by every card of its gallery.

The same text is the rules page of the site and, written by `manage.py rulebooks`, the files under docs/rules/. `rulebook.de.md` beside it
is the German one; `summary.md` is what fits on one printed page. Pictures are fenced blocks (`games.render.figure`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from games.render.figure import KIND, figure, figure_markdown
from games.render.reader import reader_for
from games.render.words import card_words, said
from games.rules.game import Game
from games.rules.messages import Reader
from games.rules.puzzles import NAMES
from games.rules.registry import all_games, every_version, folder

SUMMARY = "summary.md"
PICTURE = re.compile(rf"^```{KIND}\n(.+)\n```$", re.MULTILINE)


def source_of(book: Game[Any]) -> Path | None:
    """The file with the rules of a game, or None when its author wrote none."""
    path = folder(book.key) / book.rulebook
    return path if path.exists() else None


def translated(source: Path, language: str) -> Path | None:
    """The same text in a language, or None where nobody has translated it; English is what is translated."""
    path = source if language.startswith("en") else source.with_suffix(f".{language.partition('-')[0]}.md")
    return path if path.exists() else None


def summary_of(book: Game[Any]) -> Path | None:
    """The file with the rules on one page, or None when its author wrote none."""
    path = folder(book.key) / SUMMARY
    return path if path.exists() else None


@cache
def differs_from_newest(rules: str, version: int) -> bool:
    """Whether the rules or the cards of this version read otherwise than those of the newest; False for one that is not known here."""
    book = every_version().get((rules, version))
    return book is not None and book is not all_games()[rules] and whole_markdown(book) != whole_markdown(all_games()[rules])


def rules_markdown(book: Game[Any], language: str = "en") -> str:
    """The author's text in a language or else in English, or the title alone."""
    source = source_of(book)
    if source is None:
        return f"# {said(book.title, Reader())}\n\n{said(book.tagline, Reader())}\n"
    return (translated(source, language) or source).read_text(encoding="utf-8")


def pictures_as_text(book: Game[Any], markdown: str) -> str:
    """A text with its pictures as words."""
    reader = reader_for(NAMES, "en")
    return PICTURE.sub(lambda found: figure_markdown(figure(book, found[1], "en"), reader), markdown)


def whole_markdown(book: Game[Any]) -> str:
    """Rules and cards, as a file for reading."""
    return "\n".join([pictures_as_text(book, rules_markdown(book)).rstrip(), "", *_cards(book)]).rstrip() + "\n"


def _cards(book: Game[Any]) -> Iterator[str]:
    reader = Reader()
    zones = book.gallery()
    if zones:
        yield "## All cards\n"
    for zone in zones:
        yield f"### {said(zone.title, reader)}\n"
        for card in (card for pile in zone.piles for card in pile.cards):
            text = f": {said(card.text, reader)}" if card.text else ""
            yield f"- {card_words(card, reader)}{text}"
        yield ""
