"""Tests that landed migrations are unchanged: databases to which they were applied would not get the change."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from fateapp.installation import CODE as PROJECT

APPS = ("games", "notifications")
LANDED: dict[str, str] = json.loads(Path(__file__).with_name("landed_migrations.json").read_text())


def complaints(present: dict[str, str]) -> list[str]:
    """The differences of these migrations (path to SHA-256), as sentences."""
    found = [
        f"{path} has landed and must stay as it was. Take your edit back, and put the change into a new migration."
        for path, digest in LANDED.items()
        if present.get(path) != digest
    ]
    new = [f'"{path}": "{digest}"' for path, digest in present.items() if path not in LANDED]
    return found + [f"A new migration: add this line to tests/deploy/landed_migrations.json: {line}" for line in new]


def migrations() -> dict[str, str]:
    """The migrations of this tree."""
    files = [file for app in APPS for file in sorted((PROJECT / app / "migrations").glob("*.py")) if file.name != "__init__.py"]
    return {str(file.relative_to(PROJECT)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def test_no_landed_migration_was_edited_and_every_new_one_is_listed() -> None:
    assert complaints(migrations()) == []


def test_edit_removal_and_addition_are_told_apart() -> None:
    first, *_rest, last = LANDED
    edited = LANDED | {first: "0" * 64, "games/migrations/0099_mood.py": "1" * 64}
    del edited[last]
    assert complaints(edited) == [
        f"{first} has landed and must stay as it was. Take your edit back, and put the change into a new migration.",
        f"{last} has landed and must stay as it was. Take your edit back, and put the change into a new migration.",
        f'A new migration: add this line to tests/deploy/landed_migrations.json: "games/migrations/0099_mood.py": "{"1" * 64}"',
    ]
