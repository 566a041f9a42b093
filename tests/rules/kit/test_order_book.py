"""Tests of the answers of standing orders: they have the form in which answers are stored."""

from __future__ import annotations

import pytest

from games.rules.contract import Shape
from games.rules.order_book import in_order_of_choices, supposed


@pytest.mark.parametrize(
    ("shape", "answer", "kept"),
    [
        (Shape.SOME, "c a", "a c"),
        (Shape.SOME, "b", "b"),
        (Shape.SOME, "c x", "c x"),
        (Shape.ORDER, "c a", "c a"),
        (Shape.ONE, "c", "c"),
    ],
)
def test_several_choices_come_in_the_order_in_which_they_are_offered(shape: Shape, answer: str, kept: str) -> None:
    """A ranking keeps its order. A text that is no choice is kept as well, so that the owner is asked."""
    assert in_order_of_choices(supposed("discard", 0, ("a", "b", "c"), shape, 2), answer) == kept
