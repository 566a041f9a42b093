"""Tests of text in columns: where lines are wrapped and where they are not."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from notifications.mail.line_wrapping import WIDTH, fold

LINK = "https://fate.example/answer/" + "x" * 90 + "/"


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("short", "short"),
        (f"Play here: {LINK}", f"Play here:\n{LINK}"),
        (f"- {'word ' * 20}end", "- " + "word " * 13 + "word word\n  word word word word word end"),
        ("f" * 100, "f" * 76 + "\n" + "f" * 24),
        ("-- \nhttps://fate.example/", "-- \nhttps://fate.example/"),
    ],
)
def test_lines_are_broken_between_words_and_links_never(text: str, folded: str) -> None:
    assert [line.split() for line in fold(text).split("\n")] == [line.split() for line in folded.split("\n")]


@given(st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" \n"), max_size=400))
def test_no_word_is_lost_and_no_line_is_too_wide(text: str) -> None:
    folded = fold(text)
    assert "".join(folded.split()) == "".join(text.split())
    assert all(len(line) <= WIDTH or "@" in line or "://" in line for line in folded.split("\n"))
