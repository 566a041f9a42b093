"""Tests of the rules page: it has every ruling, and every cited ruling exists."""

from __future__ import annotations

import re
from pathlib import Path

import games.rules.fate_foretold as package

FOLDER = Path(package.__file__).parent


def rulings(file: str) -> list[str]:
    return re.findall(r"^\*\*(R\d+)\*\*", (FOLDER / file).read_text(encoding="utf-8"), re.MULTILINE)


RULINGS = rulings("rulebook.md")


def test_rulebooks_have_all_rulings_in_order() -> None:
    for language in ("", ".de", ".fr"):
        assert rulings(f"rulebook{language}.md") == [f"R{n}" for n in range(1, 74)]
        assert rulings(f"rulebook-1{language}.md") == [f"R{n}" for n in range(1, 73)]


def test_rulebook_says_that_the_card_texts_are_a_house_set() -> None:
    assert "*a house set*" in (FOLDER / "rulebook.md").read_text(encoding="utf-8")


def test_every_cited_ruling_exists() -> None:
    cited = {found for path in FOLDER.rglob("*.py") for found in re.findall(r"\bR\d+\b", path.read_text(encoding="utf-8"))}
    assert cited <= set(RULINGS)
    assert len(cited) > 40
