"""Tests of the documents: all can be reached from docs/README.md, their links exist, and decisions have a status."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FOLDERS = ("deploy", "docs", "fateapp", "games", "notifications", "tests")
PAGES = [*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))]
LINK = re.compile(r"\]\((?![a-z]+:|/|#)([^)#\s]+)")
CODE = re.compile(r"```.*?```", re.DOTALL)
STATUS = re.compile(r"^Status: (accepted|replaced|superseded|outdated|rejected)\b.* · Date: \d{4}-\d\d-\d\d", re.MULTILINE)


def links(page: Path) -> set[Path]:
    """The files that a document links to."""
    return {(page.parent / found).resolve() for found in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8")))}


def test_every_link_leads_to_a_file() -> None:
    dead = {str(page.relative_to(ROOT)): sorted(str(one) for one in links(page) if not one.exists()) for page in PAGES}
    assert {page: gone for page, gone in dead.items() if gone} == {}
    assert len(links(DOCS / "README.md")) > 20


def test_index_names_every_document() -> None:
    assert {page for page in DOCS.iterdir() if page.is_file()} - links(DOCS / "README.md") == {DOCS / "README.md"}


def test_decisions_say_their_status_and_date() -> None:
    decisions = sorted((DOCS / "decisions").glob("[0-9]*.md"))
    assert [one.name for one in decisions if not STATUS.search(one.read_text(encoding="utf-8"))] == []
    assert len(decisions) > 100


def test_index_of_decisions_names_each_once() -> None:
    index = DOCS / "decisions" / "README.md"
    decisions = {page for page in index.parent.glob("*.md") if page != index}
    assert decisions - links(index) == set()
    assert len(LINK.findall(index.read_text(encoding="utf-8"))) == len(decisions)
