"""The rulebook of a game as Markdown: its file `rulebook.md`, followed by every card of its gallery.

The same text is the rules page of the site and, written by `manage.py rulebooks`, a file below docs/rules/. `rulebook.de.md` is the
German translation; `summary.md` are the rules on one printed page. Pictures are fenced blocks (`games.render.figure`).
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.urls import reverse

from games.render.figure import KIND, figure, figure_markdown
from games.render.reader import reader_for
from games.render.words import card_words, labelled, said
from games.rules.game import Game
from games.rules.messages import Reader
from games.rules.puzzles import NAMES
from games.rules.registry import all_games, every_version, folder

SUMMARY = "summary.md"
PICTURE = re.compile(rf"^```{KIND}\n(.+)\n```$", re.MULTILINE)


def source_of(game: Game[Any]) -> Path | None:
    """The file with the rules of a game, or None when there is none."""
    path = folder(game.key) / game.rulebook
    return path if path.exists() else None


def translated(source: Path, language: str) -> Path | None:
    """The file of the same text in a language, or None without a translation. The source is English."""
    path = source if language.startswith("en") else source.with_suffix(f".{language.partition('-')[0]}.md")
    return path if path.exists() else None


def summary_of(game: Game[Any]) -> Path | None:
    """The file with the rules on one page, or None when there is none."""
    path = folder(game.key) / SUMMARY
    return path if path.exists() else None


@cache
def differs_from_newest(rules: str, version: int) -> bool:
    """Whether the text of the rules or cards of this version differs from the newest version; False for an unknown version."""
    game = every_version().get((rules, version))
    return game is not None and game is not all_games()[rules] and whole_markdown(game) != whole_markdown(all_games()[rules])


@cache
def rules_page_of(rules: str, version: int) -> str:
    """The URL of a game's rules; an older version with its own text has its own page."""
    args = [rules, version] if differs_from_newest(rules, version) else [rules]
    return reverse("games:rulebook", args=args)


@cache
def summary_page_of(rules: str, version: int) -> str:
    """The URL of the summary; "" for an older version with its own text, or if there is no summary."""
    book = all_games().get(rules)
    if book is None or differs_from_newest(rules, version) or summary_of(book) is None:
        return ""
    return reverse("games:summary", args=[rules])


def rules_markdown(game: Game[Any], language: str = "en") -> str:
    """The rules in a language, else in English, else the title and tagline."""
    source = source_of(game)
    if source is None:
        return f"# {said(game.title, Reader())}\n\n{said(game.tagline, Reader())}\n"
    return (translated(source, language) or source).read_text(encoding="utf-8")


def summary_lines(game: Game[Any], language: str) -> list[str]:
    """The summary as lines without markup and pictures; a row of a table is one line. [] for an older version or without a summary."""
    source = summary_of(game) if game is all_games().get(game.key) else None
    if source is None:
        return []
    text = PICTURE.sub("", (translated(source, language) or source).read_text(encoding="utf-8"))
    reader, lines = reader_for([], language), list[str]()
    for block in re.sub(r"[*`]{1,2}|^#+ ", "", text, flags=re.MULTILINE).split("\n\n"):
        lines += _rows(block.strip(), reader) if block.lstrip().startswith("|") else block.strip().split("\n")
    return [line for line in lines if line]


def _rows(table: str, reader: Reader) -> Iterator[str]:
    """A Markdown table as lines: `you can:`, `Bid – Good card: take 1 coin from it; Evil card: lay 1 coin on it`."""
    head, _rule, *rows = ([cell.strip() for cell in row.strip("|").split("|")] for row in table.split("\n"))
    if len(head) == 2:
        yield from (labelled(first, cell, reader) for first, cell in rows)
        return
    yield labelled(head[0], "", reader).rstrip()
    for first, *cells in rows:
        told = (labelled(title, cell, reader) if title else cell for title, cell in zip(head[1:], cells, strict=True) if cell)
        yield f"{first} – {'; '.join(told)}"


def pictures_as_text(game: Game[Any], markdown: str) -> str:
    reader = reader_for(NAMES, "en")
    return PICTURE.sub(lambda found: figure_markdown(figure(game, found[1], "en"), reader), markdown)


def whole_markdown(game: Game[Any]) -> str:
    return "\n".join([pictures_as_text(game, rules_markdown(game)).rstrip(), "", *_cards(game)]).rstrip() + "\n"


def _cards(game: Game[Any]) -> Iterator[str]:
    reader = Reader()
    zones = game.gallery()
    if zones:
        yield "## All cards\n"
    for zone in zones:
        yield f"### {said(zone.title, reader)}\n"
        for card in (card for pile in zone.piles for card in pile.cards):
            text = f": {said(card.text, reader)}" if card.text else ""
            yield f"- {card_words(card, reader)}{text}"
        yield ""
