"""Choices that the words of a clause name."""

from __future__ import annotations

from dataclasses import dataclass

from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question
from games.services.replies.reading.vocabulary import IDLE


@dataclass(frozen=True, slots=True)
class Hit:
    """Choices that a clause names. `complete`: exactly one, and nothing else in the clause says anything; `verb`: the clause says
    that it is chosen; `start` and `end`: where in the line the words stand that decided."""

    places: tuple[int, ...]
    complete: bool
    doubt: Doubt = Doubt.NOTHING
    verb: bool = False
    start: int = 0
    end: int = 0
    number: bool = False
    whole: bool = False


def in_name(word: str, place: int, question: Question) -> bool:
    """The word stands in a name of that choice."""
    return place in question.holders.get(word, frozenset())


def is_idle(word: str) -> bool:
    """The word says nothing by itself."""
    return word in IDLE
