"""Pictures in the rules: rows of cards, or zones of a position, drawn as on the table; as HTML and as lines of text.

A picture is a fenced block in the Markdown of a rulebook that names a table of `figures.toml` beside it:

    ```picture
    tens
    ```

    [tens]
    caption = { en = "…", de = "…", fr = "…" }
    cards = [["soldier + market", "5 + 6 = 11"], ["back", { en = "…", de = "…", fr = "…" }]]

`cards` are piles by the ids of their cards (`back` and `back:zener` lie face down), each with what is written below. Instead,
`position = "name: zone zone"` shows zones of the position of a puzzle (`games.rules.puzzles`), as its seat sees them.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.utils.safestring import SafeString

from games.render.html import piles_html
from games.render.text import scene_text
from games.render.words import card_words, escaped, said, zone_title
from games.rules.game import Game
from games.rules.messages import Message, Reader
from games.rules.puzzles import asked
from games.rules.registry import folder
from games.rules.scene import Card, Pile, Scene, Zone, back

KIND = "picture"
FILE = "figures.toml"
WIDE = 10_000
"""A width greater than that of any line, so that no line is wrapped."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture: its caption and its zones; a zone without a title is a row of cards."""

    caption: str
    zones: tuple[Zone, ...]


@cache
def figures(key: str) -> Mapping[str, Mapping[str, Any]]:
    """The definitions of the pictures of a game by name; {} for a game without pictures."""
    path = folder(key) / FILE
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def figure(book: Game[Any], name: str, language: str) -> Figure:
    """A picture with its words in a language. Raises KeyError with the name of what is missing."""
    if name not in figures(book.key):
        raise KeyError(f"{book.key} has no picture {name!r}; there are: {', '.join(figures(book.key))}.")
    data = figures(book.key)[name]
    caption = _words_in(data["caption"], language)
    if "position" in data:
        return Figure(caption, tuple(_zones(book, data["position"])))
    return Figure(caption, (Zone("", Message(""), tuple(_pile(book, ids, _words_in(note, language)) for ids, note in data["cards"])),))


def figure_html(shown: Figure, reader: Reader) -> SafeString:
    """The picture with its caption. Every card says its name, so it reads aloud as a list of cards."""
    zones = "".join(_zone_html(zone, reader) for zone in shown.zones)
    return SafeString(f'<figure class="figure">{zones}<figcaption>{escaped(shown.caption)}</figcaption></figure>\n')


def table_html(scene: Scene, reader: Reader) -> SafeString:
    """Zones as rows of cards that wrap on a narrow page. Their notes are in the text beside the picture."""
    there = [_bare(zone) for zone in scene.zones if zone.piles]
    return SafeString("".join(_zone_html(zone, reader) for zone in there))


def _bare(zone: Zone) -> Zone:
    return replace(zone, piles=tuple(replace(pile, notes=(), badges=(), tallies=()) for pile in zone.piles))


def figure_markdown(shown: Figure, reader: Reader) -> str:
    """The picture as quoted text, for files and mails."""
    lines = [f"> *{shown.caption}*", ">"]
    for zone in shown.zones:
        lines += [f"> - {line}" for line in _zone_words(zone, reader)]
    return "\n".join(lines)


def _words_in(words: str | Mapping[str, str], language: str) -> str:
    """Numbers and signs are the same in every language."""
    return words if isinstance(words, str) else words.get(language.partition("-")[0], words["en"])


def _pile(book: Game[Any], ids: str, note: str) -> Pile:
    cards = tuple(_card(book, id_.strip()) for id_ in ids.split("+"))
    return Pile(cards, notes=(Message(note),) if note else ())


def _card(book: Game[Any], id_: str) -> Card:
    if id_ == "back" or id_.startswith("back:"):
        return back(art=id_.partition(":")[2])
    if id_ not in book.faces:
        raise KeyError(f"{book.key} has no card {id_!r}; there are: {', '.join(book.faces)}.")
    return book.faces[id_]


def _zones(book: Game[Any], line: str) -> Iterator[Zone]:
    name, _, ids = line.partition(":")
    by_id = {zone.id: zone for zone in book.scene(asked(book.key, name.strip()).view).zones}
    for id_ in ids.split():
        if id_ not in by_id:
            raise KeyError(f"The position {name} of {book.key} has no zone {id_!r}; there are: {', '.join(by_id)}.")
        yield by_id[id_]


def _zone_html(zone: Zone, reader: Reader) -> str:
    title = f'<p class="zone-title">{escaped(zone_title(zone, reader))}</p>' if zone.title.text else ""
    return f'<div class="figure-zone">{title}{piles_html(zone, reader)}</div>'


def _zone_words(zone: Zone, reader: Reader) -> list[str]:
    if zone.title.text:
        return [" ".join(line.split()) for line in scene_text(Scene((zone,)), reader, WIDE).splitlines()]
    return [_pile_words(pile, reader) for pile in zone.piles]


def _pile_words(pile: Pile, reader: Reader) -> str:
    cards = " + ".join(card_words(card, reader) for card in pile.cards)
    return f"{cards}: {said(pile.notes[0], reader)}" if pile.notes else cards
