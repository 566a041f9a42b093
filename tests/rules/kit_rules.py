"""Test helper that lists the rulings of the rulebooks."""

from __future__ import annotations

import re
from typing import Any

from games.rulebooks import rules_markdown
from games.rules.game import Game

RULING = re.compile(r"^(?:- )?\*\*(R[0-9]+[a-z]?)\*\*", re.MULTILINE)


def rulings(book: Game[Any], language: str = "en") -> set[str]:
    """The ruling numbers of the rulebook's paragraphs."""
    return set(RULING.findall(rules_markdown(book, language)))
