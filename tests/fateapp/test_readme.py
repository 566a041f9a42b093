"""Tests that the settings and commands in the README exist."""

from __future__ import annotations

import re
from pathlib import Path

from django.core.management import get_commands

from fateapp.management.commands.config import as_markdown

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_settings_table_is_the_one_made_from_the_settings() -> None:
    assert as_markdown() in README, "Put the output of `manage.py config --markdown` into the README."


def test_every_command_in_the_readme_exists() -> None:
    named = set(re.findall(r"python3 manage\.py ([a-z_-]+)", README))
    assert named - set(get_commands()) <= {"test"}  # manage.py passes `test` to pytest
    assert {"up", "test", "playout", "sweep", "config"} <= named


def test_every_path_in_the_readme_exists() -> None:
    for path in re.findall(r"`((?:docs|tests|games|fateapp)/[^`<]*|[A-Z]+\.md)`", README):
        assert (ROOT / path).exists(), path
