"""What people say for the choices of a game: the file `sayings.toml` in its folder, with what is said in every game."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from games.rules.registry import folder
from games.services.replies.reading.sayings import Phrases, phrases_of

FILE = "sayings.toml"
_EVERYWHERE = Path(__file__).parent / "reading" / FILE


@cache
def sayings_of(key: str) -> Phrases:
    """By part of a token. A game without the file has only what is said in every game."""
    found = {part: set(said) for part, said in _read(_EVERYWHERE).items()}
    for part, said in _read(folder(key) / FILE).items():
        found.setdefault(part, set()).update(said)
    return {part: frozenset(said) for part, said in found.items()}


def _read(path: Path) -> Phrases:
    return phrases_of(tomllib.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}
