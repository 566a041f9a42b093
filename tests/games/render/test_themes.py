"""Tests that the light and the dark theme differ in nothing but colours, so that in both of them everything lies in the same place."""

from __future__ import annotations

import re

import pytest

from fateapp.installation import CODE

STYLES = {path.name: path for path in sorted((CODE / "games" / "static" / "css").glob("*.css"))}
THEMES = {
    "fate.css": [
        "color-scheme: light dark;",
        ':root[data-theme="light"] { color-scheme: light; }',
        ':root[data-theme="dark"] { color-scheme: dark; }',
    ]
}


@pytest.mark.parametrize("name", STYLES)
def test_only_colours_depend_on_the_theme(name: str) -> None:
    """`color-scheme` chooses between the two colours of `light-dark()`, which is a colour wherever it is valid; nothing else does."""
    text = re.sub(r"/\*.*?\*/", "", STYLES[name].read_text(encoding="utf-8"), flags=re.DOTALL)
    for rule in THEMES.get(name, []):
        assert text.count(rule) == 1
        text = text.replace(rule, "")
    assert re.findall(r"theme|color-scheme|@import|@container style", text) == []
