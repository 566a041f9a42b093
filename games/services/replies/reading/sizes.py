"""Cards told apart by their size."""

from __future__ import annotations

from collections.abc import Sequence

from games.services.replies.reading import vocabulary
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.question import Question
from games.services.replies.reading.spelling import inflected
from games.services.replies.reading.statement_words import ACTIONS, KINDS


def by_size(words: Sequence[str], question: Question) -> tuple[int, bool] | None:
    """The least or the greatest of the cards of a suit: "the lower Sun", "Sonne, die kleine"; sure where a suit is named."""
    least, most = (any(word in sizes for word in words) for sizes in (vocabulary.LESS, vocabulary.MORE))
    if least == most or any(word in question.holders and word in vocabulary.LESS | vocabulary.MORE for word in words):
        return None
    values = {place: value for place in range(len(question.choices)) if (value := value_of(question, place)) is not None}
    suits = [held for word in words if (held := question.holders.get(word) or inflected(word, question)) and number_of(word) is None]
    suits = [held & set(values) for held in suits if held & set(values)]
    among = frozenset(values).intersection(*suits)
    if len(among) < 2 or len({values[place] for place in among}) < len(among):
        return None
    best = (min if least else max)(among, key=lambda place: values[place])
    known = all(
        word in vocabulary.IDLE
        or word in vocabulary.LESS | vocabulary.MORE | vocabulary.OWN | KINDS | ACTIONS
        or best in question.holders.get(word, ())
        or number_of(word) is not None
        or bool(inflected(word, question))
        for word in words
    )
    return best, (bool(suits) or len(values) == len(question.choices)) and known


def value_of(question: Question, place: int) -> int | None:
    """The one number in the name of a choice."""
    if question.choices[place].person:
        return None
    found = {int(word) for name in question.vocabularies[place] for word in name if word.isdigit()}
    return found.pop() if len(found) == 1 else None
