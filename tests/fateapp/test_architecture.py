"""Tests that docs/architecture.md and the READMEs of the packages agree with the code."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
STEP = re.compile(r"^\d+\. `([^`]+\.py)`", re.MULTILINE)
WALKS = {part.partition("\n")[0]: STEP.findall(part) for part in PAGE.split("\n## ")[1:] if part.startswith("An answer")}
REGISTERED = {
    "games/mails/reply_handlers.py": "notifications/inbound/handlers.py",
    "notifications/tasks.py": "notifications/inbound/worker.py",
}
"""Steps that register themselves with another module, so that the import points the other way."""

PACKAGES = ("games/admin", "games/api", "games/client", "games/mails", "games/models", "games/pages", "games/queries", "games/render",
            "games/rules", "games/services", "games/tournaments", "notifications", "notifications/broker", "notifications/channels",
            "notifications/delivery", "notifications/inbound", "notifications/lanes", "notifications/mail", "notifications/outbox",
            "notifications/preferences",
            "fateapp", "fateapp/edge", "fateapp/embedded", "fateapp/ops", "fateapp/schema", "fateapp/web")  # fmt: skip


@cache
def imports_of(file: str) -> frozenset[str]:
    """The files of this project that a file imports, anywhere in it, also in functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            path = name.replace(".", "/")
            found |= {candidate for candidate in (f"{path}.py", f"{path}/__init__.py") if (ROOT / candidate).is_file()}
    packages = {entry for entry in found if entry.endswith("/__init__.py") and entry != file}
    return frozenset(found.union(*(imports_of(package) for package in packages)))


def test_three_walks_are_drawn_in_at_most_twelve_steps() -> None:
    assert list(WALKS) == ["An answer by form", "An answer by API", "An answer by mail"]
    assert all(6 <= len(steps) <= 12 for steps in WALKS.values())


@pytest.mark.parametrize(("walk", "steps"), WALKS.items())
def test_each_step_exists_and_is_reached_from_an_earlier_one(walk: str, steps: list[str]) -> None:
    missing = [step for step in steps if not (ROOT / step).is_file()]
    assert missing == []
    for place, step in enumerate(steps[1:], start=1):
        before = steps[:place]
        reached = any(step in imports_of(earlier) for earlier in before) or step in before
        registers = step in REGISTERED and REGISTERED[step] in imports_of(step)
        assert reached or registers, f"{walk}: nothing before {step} imports it"


@pytest.mark.parametrize("package", PACKAGES)
def test_package_says_what_belongs_to_it_in_25_lines(package: str) -> None:
    lines = (ROOT / package / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 25
    assert all(any(line.startswith(f"**{part}**") for line in lines) for part in ("Belongs here", "Does not", "Public", "Tests"))


@pytest.mark.parametrize("package", PACKAGES)
def test_paths_named_by_a_readme_exist(package: str) -> None:
    text = (ROOT / package / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:games|notifications|fateapp|tests|docs)/[\w./]+)`", text)
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_places_named_by_the_page_exist() -> None:
    part = PAGE.partition("## Where it is decided")[2].partition("\n## ")[0]
    named = re.findall(r"`((?:games|notifications|fateapp|templates)/[\w./]+)`", part)
    assert len(named) > 10
    assert [path for path in named if not (ROOT / path).exists()] == []


TYPES_ONLY = {"fateapp/edge/connection.py", "fateapp/edge/connections.py", "fateapp/edge/request.py"}
"""A connection, all connections and a request refer to each other in annotations; at run time they import in one direction."""


def named_by(file: str) -> set[str]:
    """The files that a file itself imports, for types too. A package counts only where the imported name is its own."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            pairs = [(f"{node.module}.{alias.name}", node.module) for alias in node.names]
        elif isinstance(node, ast.Import):
            pairs = [(alias.name, alias.name) for alias in node.names]
        else:
            continue
        for names in pairs:
            paths = [candidate for name in names for candidate in (f"{name.replace('.', '/')}.py", f"{name.replace('.', '/')}/__init__.py")]
            found |= set([path for path in paths if (ROOT / path).is_file()][:1])
    return found - {file}


def test_files_import_each_other_in_one_direction() -> None:
    left = {
        str(path.relative_to(ROOT)): named_by(str(path.relative_to(ROOT)))
        for top in ("fateapp", "games", "notifications")
        for path in (ROOT / top).rglob("*.py")
    }
    while free := {file for file, named in left.items() if not named & left.keys()}:
        left = {file: named for file, named in left.items() if file not in free}
    while tops := left.keys() - set[str]().union(*left.values()):
        left = {file: named for file, named in left.items() if file not in tops}
    assert left.keys() == TYPES_ONLY
