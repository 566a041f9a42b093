"""Load the synonyms of a game's choices: the file `synonyms.toml` in the game's folder, joined with the one for all games."""

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
    """Return the synonyms of the game `key` by part of a token. A game without the file has only the synonyms for all games."""
    found = {part: set(said) for part, said in _phrases(_EVERYWHERE).items()}
    for part, said in _phrases(folder(key) / FILE).items():
        found.setdefault(part, set()).update(said)
    return {part: frozenset(said) for part, said in found.items()}


@cache
def verbs_of(key: str) -> Mapping[str, frozenset[str]]:
    """Return, by first part of a token, the verbs that distinguish a choice from others about the same card."""
    return {part: frozenset(words(said)) for part, said in _read(folder(key) / FILE).get(VERBS, {}).items()}


@cache
def hints_of(key: str) -> Phrases:
    """Return, by part of a token, the phrases that make a choice likely but not certain: the writer is asked to confirm it."""
    return phrases_of(_read(folder(key) / FILE).get(HINTS, {}))


def _phrases(path: Path) -> Phrases:
    return phrases_of({part: said for part, said in _read(path).items() if part not in (VERBS, HINTS)})


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
