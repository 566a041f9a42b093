"""Texts of people who want a command in their own words, and of people who want none (`wished.json`): `[language, wish, text]`.

Each set was written by somebody who did not know the reader. A wish is the name of a command, "back" (to end an absence) or "say"
(words for the whole table); "none" is a text that asks the service for nothing.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

Text = tuple[str, str, str]


@cache
def _stored() -> dict[str, list[Text]]:
    found: dict[str, list[list[str]]] = json.loads(Path(__file__).with_name("wished.json").read_text(encoding="utf-8"))
    return {name: [(language, wish, text) for language, wish, text in texts] for name, texts in found.items()}


def texts(name: str) -> list[Text]:
    """The texts of a set."""
    return _stored()[name]


SETS = tuple(_stored())
