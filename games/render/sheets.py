"""The sheets of card pictures: one SVG file of silhouettes for each deck, served as it is and read here for pictures.

`manage.py card-pictures` writes them. Each `<symbol>` says who drew it (`data-by`).
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "static" / "cards"
SIGNS = "signs"
"""The sheet of our own signs of suits."""
BOX = 512
"""The silhouettes are drawn in a square of this size."""
SOURCE = "game-icons.net"
LICENCE = "CC BY 3.0"
LICENCE_URL = "https://creativecommons.org/licenses/by/3.0/"
_SYMBOL = re.compile(r'<symbol id="([^"]+)" viewBox="0 0 512 512" data-by="([^"]+)"><path d="([^"]+)"/></symbol>')


@dataclass(frozen=True, slots=True)
class Silhouette:
    """A picture in one colour: its name, the outline, and who drew it."""

    name: str
    d: str
    author: str


@cache
def silhouettes(sheet: str) -> dict[str, Silhouette]:
    """The silhouettes of a sheet by name; none for a sheet that does not exist."""
    path = FOLDER / f"{sheet}.svg"
    if sheet == SIGNS or not path.is_file():
        return {}
    return {name: Silhouette(name, d, author) for name, author, d in _SYMBOL.findall(path.read_text(encoding="utf-8"))}


@cache
def sheets() -> dict[str, dict[str, Silhouette]]:
    """Every sheet of silhouettes by its name."""
    return {path.stem: silhouettes(path.stem) for path in sorted(FOLDER.glob("*.svg")) if path.stem != SIGNS}


@cache
def authors() -> tuple[str, ...]:
    """Who drew the silhouettes, by name."""
    return tuple(sorted({one.author for sheet in sheets().values() for one in sheet.values()}))


def credit() -> str:
    """One sentence that names the pictures, who made them, their licence, and what was done to them."""
    return f"Card pictures: {SOURCE} by {', '.join(authors())}, {LICENCE} ({LICENCE_URL}), recoloured and cropped."
