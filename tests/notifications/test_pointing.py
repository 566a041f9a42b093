"""Tests of quoted lines: one that the author points at counts as their own text, others do not."""

from __future__ import annotations

import pytest

from notifications.inbound.quotes import own_lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("> 3) Tax your people\n\nDas hier. Hab ja sonst keine Ideen.", ["3) Tax your people", "Hab ja sonst keine Ideen."]),
        ("> 1) A\n> 2) B\nthis one\n> 3) C", ["2) B"]),
        ("> 1) A\n> 2) B\n\nFormer. Ta muchly.", ["1) A", "Ta muchly."]),
        ("> 2) B\n^^^", ["2) B"]),
        ("> 2) B\n> 1) A\ncomme ça, de haut en bas", ["2, 1"]),
        ("> 1) A\n> 2) B\n\nthis one", ["this one"]),
        ("> 1) A\n\nno way", ["no way"]),
        ("> 1) A\n\nthis one?", ["this one?"]),
        ("> 1) A   <--\n> 2) B", ["1) A"]),
        ("> 1) A\n> 2) B [x]", ["2) B"]),
        ("> 1) A <-- this one please\n> 2) B", ["1) A"]),
        (">> 1) A <--\n> 2) B", []),
        ("> 1) A -- and then they sang\n> 2) Box", []),
    ],
)
def test_what_is_pointed_at_is_read(text: str, lines: list[str]) -> None:
    assert own_lines(text) == lines
