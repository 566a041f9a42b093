"""The rules page has every ruling, and everything that cites a ruling cites one that is there."""

from __future__ import annotations

import re
from pathlib import Path

import games.rules.fate_foretold as package

FOLDER = Path(package.__file__).parent
RULINGS = re.findall(r"^\*\*(R\d+)\*\*", (FOLDER / "rulebook.md").read_text(encoding="utf-8"), re.MULTILINE)


def test_rulebook_has_all_72_rulings_in_order() -> None:
    assert [f"R{n}" for n in range(1, 73)] == RULINGS


def test_rulebook_says_that_the_card_texts_are_a_house_set() -> None:
    assert "*a house set*" in (FOLDER / "rulebook.md").read_text(encoding="utf-8")


def test_every_cited_ruling_exists() -> None:
    cited = {found for path in FOLDER.rglob("*.py") for found in re.findall(r"\bR\d+\b", path.read_text(encoding="utf-8"))}
    assert cited <= set(RULINGS)
    assert len(cited) > 40
