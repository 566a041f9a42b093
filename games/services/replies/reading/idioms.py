"""Neutralise everyday phrases in which words of cards have another meaning: "over the moon", "das geht mir auf den Geist" (idioms.toml)."""

import tomllib
from collections.abc import Sequence
from functools import cache
from itertools import chain
from pathlib import Path

from games.services.replies.reading.question import Question
from games.services.replies.reading.spelling import inflected
from games.services.replies.reading.synonyms import phrases_of, renamed
from games.services.replies.reading.tokens import Line

IDIOM = "xidiom"
"""The artificial word that replaces such a phrase. No choice has it in its name."""


@cache
def _idioms() -> dict[str, list[tuple[str, ...]]]:
    """Return the idioms by their first word, the longest first."""
    written = tomllib.loads(Path(__file__).with_name("idioms.toml").read_text(encoding="utf-8"))
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in sorted(phrases_of({IDIOM: chain.from_iterable(written.values())})[IDIOM], key=lambda phrase: (-len(phrase), phrase)):
        found.setdefault(phrase[0], []).append(phrase)
    return found


def without_idioms(line: Line, question: Question, *, kept: Sequence[tuple[int, int]] = ()) -> Line:
    """Return the line with each idiom that contains a word of a choice replaced by `IDIOM`. The spans in `kept` stay unchanged."""
    said = set(line.words)
    begun = [phrase for first in said for phrase in _idioms().get(first, ()) if said.issuperset(phrase)]
    found = [phrase for phrase in begun if any(_tells(word, question) for word in phrase)]
    if not found:
        return line
    return renamed(line, {first: tuple((phrase, (IDIOM,)) for phrase in found if phrase[0] == first) for first in said}, kept=kept)


def has_idiom(words: Sequence[str]) -> bool:
    """Return whether the words contain an idiom, whatever it is about."""
    return any(tuple(words[at : at + len(phrase)]) == phrase for at, word in enumerate(words) for phrase in _idioms().get(word, ()))


def _tells(word: str, question: Question) -> bool:
    return word in question.telling or bool(inflected(word, question))
