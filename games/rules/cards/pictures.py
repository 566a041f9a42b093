"""Which picture a card shows: `pictures.toml` beside the cards names one for each.

A picture is written `sheet/name`: a sheet is one file of silhouettes with the name of the folder they belong to. After the name
may stand `*3`, as many of it as a playing card has pips, or `+cups`, a small sign below it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path


def pictures(module: str) -> Mapping[str, str]:
    """The picture of every card by its key, from the folder of a module (`__file__`)."""
    folder = Path(module).parent
    return {card: f"{folder.name}/{name}" for card, name in _named(folder / "pictures.toml").items()}


def wanted() -> Mapping[str, frozenset[str]]:
    """The names of the silhouettes that the decks here ask for, by the folder of the deck."""
    files = sorted(Path(__file__).parents[1].glob("*/pictures.toml"))
    return {file.parent.name: frozenset(_named(file).values()) for file in files}


def _named(file: Path) -> Mapping[str, str]:
    named: Mapping[str, str] = tomllib.loads(file.read_text(encoding="utf-8"))["cards"]
    return named
