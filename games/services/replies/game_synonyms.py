"""What people say for the choices of a game: the file `synonyms.toml` in its folder, with what is said in every game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from games.rules.registry import folder
from games.services.replies.reading.folding import words
from games.services.replies.reading.synonyms import Phrases, phrases_of

FILE = "synonyms.toml"
VERBS, HINTS = "verbs", "hints"
_EVERYWHERE = Path(__file__).parent / "reading" / FILE


@cache
def synonyms_of(key: str) -> Phrases:
    """By part of a token. A game without the file has only what is said in every game."""
    found = {part: set(said) for part, said in _phrases(_EVERYWHERE).items()}
    for part, said in _phrases(folder(key) / FILE).items():
        found.setdefault(part, set()).update(said)
    return {part: frozenset(said) for part, said in found.items()}


@cache
def verbs_of(key: str) -> Mapping[str, frozenset[str]]:
    """By first part of a token: the verbs that tell a choice from others about the same card."""
    return {part: frozenset(words(said)) for part, said in _read(folder(key) / FILE).get(VERBS, {}).items()}


@cache
def hints_of(key: str) -> Phrases:
    """By part of a token: what makes a choice likely, so that it is asked back about."""
    return phrases_of(_read(folder(key) / FILE).get(HINTS, {}))


def _phrases(path: Path) -> Phrases:
    return phrases_of({part: said for part, said in _read(path).items() if part not in (VERBS, HINTS)})


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
