"""Printed names of choices in a line, which are read as they are written, with the marks that belong to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.services.replies.reading.question import Question, without_articles
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import ARTICLES
from games.services.replies.reading.whole_names import LONGEST_NAME

Span = tuple[int, int]


def names_in(words: Sequence[str], question: Question) -> list[Span]:
    """Where names of several words stand, the longest from each word on."""
    found: list[Span] = []
    start = 0
    while start < len(words):
        ends = range(min(len(words), start + LONGEST_NAME), start + 1, -1)
        end = next((end for end in ends if _is_name(words[start:end], question)), 0)
        if end:
            found.append((start, end))
        start = end or start + 1
    return found


def _is_name(words: Sequence[str], question: Question) -> bool:
    return words[-1] not in ARTICLES and without_articles(words) in question.full_names


def without_inner_marks(line: Line, names: Sequence[Span]) -> Line:
    """The line with each name as part of one clause: "Aquarius, the Water-Bearer" has no break in it."""
    inside = {at for start, end in names for at in range(start + 1, end)}
    inside |= {end for _start, end in names if end < len(line.words) and line.breaks[end] == ")"}
    return replace(line, breaks=tuple("" if at in inside else mark for at, mark in enumerate(line.breaks)))
