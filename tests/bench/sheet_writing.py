"""Writes sheets of card pictures as SVG files, from an icon collection and from the project's own suit signs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.sax.saxutils import quoteattr

from games.render.glyphs import DRAWN, glyph_id
from games.render.sheets import BOX, LICENCE, LICENCE_URL, SOURCE, Silhouette
from tests.bench.rounded_path import rounded

_NUMBER = re.compile(r"\d+\.\d+")
SERIES = {"tarot-": "caro-asercion"}
"""Whole series by one person, of which an older copy of the collection has a part only."""
_PATH = re.compile(r'<path fill="currentColor" d="([^"]+)"/>')
_PERSON = re.compile(r"^- ([^,\n]+?)(?:,| -|$)", re.MULTILINE)


def silhouette(name: str, body: str, author: str) -> Silhouette:
    """One icon of the collection. Raises ValueError when it is more than one outline."""
    found = _PATH.fullmatch(body)
    if found is None:
        raise ValueError(f"The icon {name} is not a single outline.")
    return Silhouette(name, rounded(found[1]), author)


def sheet(drawn: Iterable[Silhouette]) -> str:
    """The file: one symbol for each silhouette, with the name of its author."""
    symbols = "\n".join(
        f'<symbol id={quoteattr(one.name)} viewBox="0 0 {BOX} {BOX}" data-by={quoteattr(one.author)}><path d="{one.d}"/></symbol>'
        for one in drawn
    )
    about = f"<metadata>{SOURCE}, {LICENCE}, {LICENCE_URL}; rounded to whole numbers</metadata>"
    return f'<svg xmlns="http://www.w3.org/2000/svg">{about}\n{symbols}\n</svg>\n'


def sign_sheet() -> str:
    """The project's own suit signs. Keys with the same drawing each have a symbol of their own, so that no code needs a mapping."""
    symbols = "\n".join(
        f'<symbol id="{glyph_id(key)}" viewBox="0 0 24 24"><path d="{glyph.d}" {glyph.paint("currentColor")}/></symbol>'
        for key, glyph in sorted(DRAWN.items())
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def author_of(name: str, outline: str, collection: Path) -> str:
    """The author's folder of an icon in a copy of the collection. Raises ValueError when it is in no folder. When several authors have
    an icon of this name, the most similar drawing counts.
    """
    files = list(collection.glob(f"*/{name}.svg"))
    if files:
        return max(files, key=lambda file: _likeness(outline, file.read_text(encoding="utf-8"))).parent.name
    series = next((folder for start, folder in SERIES.items() if name.startswith(start)), None)
    if series is None:
        raise ValueError(f"Nobody is known to have drawn {name}: take a newer copy of the collection.")
    return series


def _likeness(one: str, other: str) -> float:
    """How many numbers two drawings have in common."""
    first, second = (set(_NUMBER.findall(drawing)) for drawing in (one, other))
    return len(first & second) / len(first | second)


def author_names(collection: Path) -> Mapping[str, str]:
    """Names of the authors by folder, from the list in the licence. Raises ValueError for a folder without an author."""
    people = _PERSON.findall((collection / "license.txt").read_text(encoding="utf-8"))
    by_key = {_key(name): name for name in people}
    return {folder.name: _person(folder.name, by_key) for folder in collection.iterdir() if any(folder.glob("*.svg"))}


def _person(folder: str, by_key: Mapping[str, str]) -> str:
    key = _key(folder)
    return next((name for known, name in by_key.items() if key.startswith(known)), folder.replace("-", " ").title())


def _key(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())
