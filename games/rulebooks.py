"""The rulebook of a game as Markdown: its own `rulebook.md`, followed by every card of its gallery.

The same text is the rules page of the site and, written by `manage.py rulebooks`, the files under docs/rules/.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from games.render.words import card_words, said
from games.rules.game import Game
from games.rules.messages import Reader
from games.rules.registry import all_games, every_version, folder


def source_of(book: Game[Any]) -> Path | None:
    """The file with the rules of a game, or None when its author wrote none."""
    path = folder(book.key) / book.rulebook
    return path if path.exists() else None


@cache
def reads_otherwise(rules: str, version: int) -> bool:
    """Whether the rules or the cards of this version read otherwise than those of the newest; False for one that is not known here."""
    book = every_version().get((rules, version))
    return book is not None and book is not all_games()[rules] and whole_markdown(book) != whole_markdown(all_games()[rules])


def rules_markdown(book: Game[Any]) -> str:
    """The author's text, or the title alone."""
    source = source_of(book)
    return source.read_text(encoding="utf-8") if source else f"# {said(book.title, Reader())}\n\n{said(book.tagline, Reader())}\n"


def whole_markdown(book: Game[Any]) -> str:
    """Rules and cards, as a file for reading."""
    return "\n".join([rules_markdown(book).rstrip(), "", *_cards(book)]).rstrip() + "\n"


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
