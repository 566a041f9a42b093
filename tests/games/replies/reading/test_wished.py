"""Tests of wishes in free words, by people who did not know the reader: most find their command, and what is none does nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from games.services.replies.reading import Answer, Command, Words
from games.services.replies.reading.wishes import SHOWING, wish_of
from games.services.replies.understanding import in_a_mail
from notifications.inbound.quotes import own_lines
from tests.games.replies.reading import wished

FIGURES = {
    "first": 0.9,
    "short": 0.9,
    "second": 0.9,
    "third": 0.9,
    "phrases": 0.9,
    "fourth": 0.9,
    "fifth": 0.9,
    "more phrases": 0.9,
    "cards": 0.9,
}
"""By set: the least share of wishes that find their command."""
RIGHT, OTHER, NOT_FOUND, QUIET, SHOWN, DONE = "right", "another command", "not found", "quiet", "shown", "done"


def verdict_of(wish: str, text: str) -> str:
    """The verdict on a text that belongs to no game."""
    lines = own_lines(text)
    parts = in_a_mail(lines, at_table=False).parts
    names = {("back" if part.argument == "back" else part.name.value) for part in parts if isinstance(part, Command)}
    names |= {"say" for part in parts if isinstance(part, Words)}
    if wish == "none":
        changing = [part for part in parts if isinstance(part, Command) or (isinstance(part, Words) and part.text)]
        proposed = all(isinstance(part, Command) and (part.proposed or part.name in SHOWING) for part in changing)
        return QUIET if not changing else SHOWN if proposed else DONE
    if not names and any(isinstance(part, Answer) for part in parts):
        found = wish_of(lines)
        names = {found.name} if found is not None else set()
    return RIGHT if names == {wish} else OTHER if names else NOT_FOUND


@pytest.mark.parametrize("name", FIGURES)
def test_wishes_find_their_command(name: str) -> None:
    verdicts = Counter(verdict_of(wish, text) for _language, wish, text in wished.texts(name) if wish != "none")
    assert verdicts[RIGHT] / verdicts.total() >= FIGURES[name], verdicts


@pytest.mark.parametrize("name", FIGURES)
def test_texts_without_a_wish_change_nothing(name: str) -> None:
    texts = [text for _language, wish, text in wished.texts(name) if wish == "none"]
    done = [text for text in texts if verdict_of("none", text) == DONE]
    shown = [text for text in texts if verdict_of("none", text) == SHOWN]
    assert texts
    assert done == []
    assert len(shown) / len(texts) < 0.05, shown
