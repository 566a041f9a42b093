"""Decide whether the only choice that a doubtful text names is meant as the answer."""

from collections.abc import Sequence

from games.rules.contract import Shape
from games.services.replies.reading import vocabulary
from games.services.replies.reading.intent import by_rule, features, score
from games.services.replies.reading.list_numbers import number_at
from games.services.replies.reading.numbers import PRONOUNS, number_of
from games.services.replies.reading.printed_names import names_in
from games.services.replies.reading.question import Question
from games.services.replies.reading.requests import as_told
from games.services.replies.reading.spelling import inflected
from games.services.replies.reading.synonyms import renamed
from games.services.replies.reading.tokens import line_of
from games.services.replies.reading.vocabulary import IDLE

MEANT = -2.5
"""Up to this sum of weights the only choice of a text that the grammar does not understand is played."""
BARELY_NAMED, HALF = -4.0, 0.5
"""The bound for a choice of which half or less of the printed name is said."""


def is_meant(lines: Sequence[str], chosen: str, question: Question, answer: str) -> bool:
    """Return whether the answer `answer` of the line `chosen` is meant, although other words of the lines are not understood.

    No word may name another choice, another card of the game or a number that the choice does not have, or say that the writer has not
    decided. The weights have to be surer than for a text that is understood, the more so if most of the choice's name is missing.
    """
    if question.shape is not Shape.ONE or any("?" in line for line in lines) or by_rule(lines, chosen, question, answer):
        return False
    place = question.tokens.index(answer)
    said = [_renamed(line, question) for line in lines]
    if any(_is_against(words, at, place, question) for words in said for at in range(len(words))):
        return False
    named = _named({word for words in said for word in words}, place, question)
    return score(features(lines, question)) <= (MEANT if named > HALF else BARELY_NAMED)


def _renamed(text: str, question: Question) -> tuple[str, ...]:
    """Return the words of a line with synonyms replaced by printed names."""
    line = line_of(as_told(text))
    return renamed(line, question.renamings, kept=names_in(line.words, question)).words


def _is_against(words: Sequence[str], at: int, place: int, question: Question) -> bool:
    """Return whether a word belongs to another choice or card, is a number that the choice at `place` does not have, or hesitates."""
    word, number = words[at], number_at(words, at)
    if number is not None and word not in PRONOUNS:
        money = at + 1 < len(words) and words[at + 1] in vocabulary.MONEY
        called = at > 0 and words[at - 1] in vocabulary.NAMES_OF_CHOICES
        return not (called and number == place + 1) and number not in _numbers_of(place, question, outcomes=money)
    held = question.holders.get(word) or inflected(word, question)
    if word in question.people:
        return bool(held) and place not in held
    if word in IDLE or word in vocabulary.WEAK:
        return word in vocabulary.DOUBTS
    return word in vocabulary.HESITATIONS or (place not in held if held else word in question.named)


def _numbers_of(place: int, question: Question, *, outcomes: bool) -> set[int]:
    """Return the numbers in the names of a choice, and in its outcomes if they count."""
    choice = question.choices[place]
    texts = (*choice.names, *choice.outcomes) if outcomes else choice.names
    return {number for text in texts for word in line_of(text).words if (number := number_of(word)) is not None}


def _named(said: set[str], place: int, question: Question) -> float:
    """Return the largest share of the words with a meaning of one of the choice's names that are among the words `said`."""
    forms = {other for word in said if place in inflected(word, question) for other in question.holders if other[:3] == word[:3]}
    known = said | forms | {str(number) for word in said if (number := number_of(word)) is not None}
    own = [name for name, places in question.full_names.items() if places == {place}]
    names = [[word for word in name if word not in IDLE and word not in vocabulary.WEAK] for name in own]
    return max((sum(word in known for word in name) / len(name) for name in names if name), default=0.0)
