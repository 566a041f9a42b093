"""Tests of requests for a lesson, and of sentences that only begin with the same word."""

from __future__ import annotations

import pytest

from games.services.replies.reading import CommandName
from games.services.replies.reading.commands import command_of


@pytest.mark.parametrize(
    ("line", "argument"),
    [
        ("learn", ""), ("Learn turn of fate!", "turn of fate"), ("lernen Rat der Könige", "Rat der Könige"), ("lesson council", "council"),
        ("apprendre Conseil des rois.", "Conseil des rois"),
    ],
)  # fmt: skip
def test_a_lesson_is_asked_for(line: str, argument: str) -> None:
    found = command_of(line)
    assert found is not None
    assert (found.name, found.argument) == (CommandName.LEARN, argument)


@pytest.mark.parametrize("line", ["Learn to lose gracefully", "lesson learned", "I want to learn turn of fate", "lernen werde ich das nie"])
def test_other_sentences_ask_for_none(line: str) -> None:
    assert command_of(line) is None
