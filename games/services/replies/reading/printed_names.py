"""Find printed names of several words in a line, and treat conjunctions and numbers beside them as parts of the name."""

from collections.abc import Sequence
from dataclasses import replace

from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.question import Question, once, without_articles
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import ARTICLES
from games.services.replies.reading.whole_names import LONGEST_NAME

Span = tuple[int, int]
_AND = frozenset({"and", "und", "et"})
_SHORT_AND = _AND | {"n", "u", "y", "plus"}


@once
def names_in(words: tuple[str, ...], question: Question) -> tuple[Span, ...]:
    """Return the start and end of each name of several words; the longest name from each word on is taken."""
    found: list[Span] = []
    start, last = 0, question.ends_of_names
    while start < len(words):
        begins = words[start] in question.beginnings_of_names or words[start] in ARTICLES
        ends = range(min(len(words), start + LONGEST_NAME), start + 1, -1) if begins else ()
        end = next((end for end in ends if words[end - 1] in last and without_articles(words[start:end]) in question.full_names), 0)
        if end:
            found.append((start, end))
        start = end or start + 1
    return tuple(found)


def without_inner_marks(line: Line, names: Sequence[Span]) -> Line:
    """Return the line without the breaks inside names: "Aquarius, the Water-Bearer" is part of one clause."""
    inside = {at for start, end in names for at in range(start + 1, end)}
    return replace(line, breaks=tuple("" if at in inside else mark for at, mark in enumerate(line.breaks)))


def with_numbers_beside(line: Line, question: Question) -> Line:
    """Return the line with a card's number joined to its name: "the Sun, the four" becomes "the Sun 4"."""
    for at in range(len(line.words) - 2, 0, -1):
        alone = line.words[at] in ARTICLES and (at + 2 == len(line.words) or bool(line.breaks[at + 2]))
        if not alone or not line.breaks[at] or line.words[at - 1] not in question.holders:
            continue
        number = number_of(line.words[at + 1])
        if (line.words[at - 1], str(number)) in question.full_names:
            words = (*line.words[:at], str(number), *line.words[at + 2 :])
            line = replace(line, words=words, breaks=(*line.breaks[:at], "", *line.breaks[at + 2 :]))
    return line


def with_whole_and(line: Line, question: Question) -> Line:
    """Return the line with the "and" of a name as it is printed: for "bread n circuses", "Brot u Spiele", "Brot & Spiele"."""
    joints = {
        (name[at - 1], name[at + 1]): name[at]
        for names in question.vocabularies
        for name in names
        for at in range(1, len(name) - 1)
        if name[at] in _AND
    }
    if not joints:
        return line
    words, breaks = list(line.words), list(line.breaks)
    for at in range(len(words) - 1, 0, -1):
        if words[at] in _SHORT_AND and at + 1 < len(words) and (words[at - 1], words[at + 1]) in joints:
            words[at] = joints[words[at - 1], words[at + 1]]
    return replace(line, words=tuple(words), breaks=tuple(breaks))
