"""The pictures of cards, read from `pictures.toml` in the folder of a deck.

A picture is written `sheet/name`: a sheet is one file of silhouettes with the name of the folder it belongs to. The name may be
followed by `*3` (that many copies, like the pips of a playing card) or by `+cups` (a small sign below it).
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path


def pictures(module: str) -> Mapping[str, str]:
    """The picture of every card by its key, from the folder of a module, given by its `__file__`."""
    folder = Path(module).parent
    return {card: f"{folder.name}/{name}" for card, name in _named(folder / "pictures.toml").items()}


def wanted() -> Mapping[str, frozenset[str]]:
    """The names of the silhouettes that the decks of this package use, by the folder of the deck."""
    files = sorted(Path(__file__).parents[1].glob("*/pictures.toml"))
    return {file.parent.name: frozenset(_named(file).values()) for file in files}


def _named(file: Path) -> Mapping[str, str]:
    named: Mapping[str, str] = tomllib.loads(file.read_text(encoding="utf-8"))["cards"]
    return named
