"""Keep the first of several steps in one line, because a question is about the next one: "first tax, then buy the witch"."""

from games.services.replies.reading.question import Question
from games.services.replies.reading.statement_words import PAST
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import ARTICLES, NAMES_OF_CHOICES, NEGATIONS, word_set

_FIRST = word_set("first firstly zuerst erst erstmal abord")
_THEN = word_set("then dann danach anschliessend puis ensuite afterwards")
_OPEN = PAST | NEGATIONS | word_set("but aber mais doch ende finally enfin finalement wanted thought wollte wollt dachte voulais pensais")
"""Words with which the first step is not the choice: "first I wanted the Sun, but then …"."""
_NO_STEP = ARTICLES | NAMES_OF_CHOICES | {"one", "two", "card", "karte", "carte"}
"""Words beside "first" with which it is a place in the list: "the first one"."""


def with_first_step(line: Line, question: Question) -> Line:
    """Return the words from "first" to "then", without both; the line itself if it has no such steps or names nothing in the first one."""
    first = next((at for at, word in enumerate(line.words) if word in _FIRST and not _is_place(line, at)), None)
    then = next((at for at, word in enumerate(line.words) if word in _THEN and first is not None and at > first), None)
    if first is None or then is None or line.asks:
        return line
    start = next(start for start, end in reversed(line.clauses()) if start <= first)
    step = Line(*_without(line, start, then, first), line.breaks[then], line.odd)
    return step if not question.telling.isdisjoint(step.words) and _OPEN.isdisjoint(line.words[start:]) else line


def _is_place(line: Line, at: int) -> bool:
    """Return whether the word is an ordinal of a choice."""
    beside = (*line.words[max(at - 1, 0) : at], *line.words[at + 1 : at + 2])
    return not _NO_STEP.isdisjoint(beside) and line.words[at] == "first"


def _without(line: Line, start: int, end: int, place: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words from `start` to `end` and their breaks, without the word at `place`."""
    kept = [at for at in range(start, end) if at != place and line.words[at] not in ("and", "und", "et", "d", "tout")]
    return tuple(line.words[at] for at in kept), ("", *(line.breaks[at] for at in kept[1:]))
