"""Match inflected forms, compounds, abbreviations and small typos with the words of choices' names."""

import re

from rapidfuzz.distance import OSA

from games.services.replies.reading import vocabulary
from games.services.replies.reading.folding import LONGEST, plain
from games.services.replies.reading.numbers import is_ordinal, number_of
from games.services.replies.reading.question import Question, once
from games.services.replies.reading.statement_words import ACTIONS
from games.services.replies.reading.vocabulary import IDLE, word_set

_LONG = re.compile(r"[^\W\d_]{5,30}")


SHORTEST_COMPOUND = 6
SHORTEST_BEGINNING = 4
LEAST_SYNONYM = 7
"""Fewest letters of a synonym whose typos are recognised."""
_ELIDED = re.compile(r"[ld][aeiouh]|j[a-z]{4}")
"""An elided French article or "je" without its apostrophe: "loracle", "jleve"."""
_DONE = vocabulary.VERBS | ACTIONS
_OWN_WORDS = word_set("start starts starte starten")
"""Words that only look like another form of a name, the Star."""


def parted(text: str, question: Question) -> str:
    """Return the first `LONGEST` characters with compounds of names split: "Mondass" as "Mond ass", "Zweierstern" as "Zweier stern"."""
    return _LONG.sub(lambda found: _in_two(found[0], question), text[:LONGEST])


def _in_two(word: str, question: Question) -> str:
    """Return a word split into two words of names or an elided article and a name; other words unchanged."""
    folded = plain(word)
    if _ELIDED.match(folded) and (folded[1:] in question.holders or (folded[0] == "j" and folded[1:] in _DONE)):
        return f"{word[:1]} {word[1:]}"
    if len(word) < SHORTEST_COMPOUND:
        return word
    if (
        len(folded) != len(word)
        or number_of(folded) is not None
        or folded in question.holders
        or folded in IDLE
        or folded in question.known
        or inflected(folded, question)
    ):
        return word
    for cut in range(len(word) - 3, 2, -1):
        first, last = folded[:cut], folded[cut:]
        named = first in question.holders or bool(inflected(first, question))
        if (named or number_of(first) is not None) and last in question.holders and last not in vocabulary.WEAK:
            return f"{word[:cut]} {word[cut:]}"
    return word


_ENDINGS = word_set("s es e n en er t te st ed ing ez ent ons x em ns r se rs ses in innen") | {""}


@once
def inflected(word: str, question: Question) -> frozenset[int]:
    """Return the choices whose names have another form of this word, such as its plural."""
    if len(word) < 3 or word in vocabulary.WEAK or word in IDLE or word in question.known or word in _OWN_WORDS or not word.isalpha():
        return frozenset()
    return question.inflected(word, _ENDINGS)


def shortened(word: str, question: Question) -> frozenset[int]:
    """Return the choices whose names have the only word that begins with `word`, as in "the diplo". This alone is never certain."""
    if len(word) < SHORTEST_BEGINNING or not word.isalpha() or word in IDLE or word in vocabulary.WEAK or word in question.known:
        return frozenset()
    longer = [other for other in question.holders if other.startswith(word)]
    held = {question.holders[other] for other in longer}
    return held.pop() if len(held) == 1 and all(len(other) - len(word) > 1 for other in longer) else frozenset()


def numbered(number: int, question: Question) -> frozenset[int]:
    """Return the choices with this number in a name, in digits or in words: "3 of cups" is the Three of Cups."""
    figures = question.holders.get(str(number), frozenset())
    return figures or frozenset(
        place for word, places in question.holders.items() if number_of(word) == number and not is_ordinal(word) for place in places
    )


@once
def nearly(word: str, question: Question) -> tuple[frozenset[int], bool]:
    """Return the choices with a word that `word` is a small typo of, and whether that is certain.

    It is certain for words of five or more letters with the right first letter, if no other word is as near.
    """
    if len(word) < 4 or word in vocabulary.WEAK or word in IDLE or word in question.known or any(char.isdigit() for char in word):
        return frozenset(), False
    allowed = 1 if len(word) < 7 else 2
    distances = {
        other: distance
        for other in question.long_words
        if abs(len(other) - len(word)) <= allowed and (distance := OSA.distance(word, other, score_cutoff=allowed)) <= allowed
    }
    if not distances:
        return frozenset(), False
    least = min(distances.values())
    near = [other for other, distance in distances.items() if distance == least]
    holders = frozenset().union(*(question.holders[other] for other in near))
    others = frozenset().union(*(question.holders[other] for other in distances))
    begins_alike = all(sorted(word[:2]) == sorted(other[:2]) or word[0] == other[0] for other in near)
    sure = begins_alike and max(len(word), *(len(other) for other in near)) >= (5 if least == 1 else 8) and others == holders
    return holders, sure


def with_synonyms_spelled(words: tuple[str, ...], question: Question) -> tuple[str, ...]:
    """Return the words with small typos of synonyms corrected: "Sagitaire" for the Sagittaire. It has to be long, and no other as near."""
    return tuple(_synonym_of(word, question) or word for word in words)


def _synonym_of(word: str, question: Question) -> str:
    if len(word) < LEAST_SYNONYM or word in IDLE or word in question.known or word in question.telling or not word.isalpha():
        return ""
    said = {first: pairs[-1][1] for first, pairs in question.renamings.items() if pairs[-1][0] == (first,) and first[0] == word[0]}
    near = [other for other in said if len(other) >= LEAST_SYNONYM and OSA.distance(word, other, score_cutoff=1) <= 1]
    return near[0] if len({said[other] for other in near}) == 1 else ""
