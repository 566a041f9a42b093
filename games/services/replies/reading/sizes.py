"""Match comparisons with choices: "the lower Sun", "the cheapest", by the rank or price in the names of the choices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.services.replies.reading import vocabulary
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.question import Question
from games.services.replies.reading.spelling import inflected
from games.services.replies.reading.statement_words import ACTIONS, KINDS


@dataclass(frozen=True, slots=True)
class Property:
    """A property by which names are compared: the words for less and for more of it, and the units after its number (none: any number)."""

    less: frozenset[str]
    more: frozenset[str]
    beside: frozenset[str] = frozenset()


RANK = Property(vocabulary.LESS, vocabulary.MORE)
PRICE = Property(vocabulary.CHEAPER, vocabulary.DEARER, vocabulary.MONEY)
ONE_OF = frozenset(
    {
        ("one", "of"),
        ("eine", "von"),
        ("einer", "von"),
        ("einen", "von"),
        ("eine", "der"),
        ("einer", "der"),
        ("einen", "der"),
        ("eins", "der"),
        ("un", "des"),
        ("une", "des"),
    }
)
"""Words that mean any of several: "one of the low Hands"."""
_COMPARED = RANK.less | RANK.more | PRICE.less | PRICE.more


def by_size(words: Sequence[str], question: Question) -> tuple[int, bool] | None:
    """Match the choice with the least or most among those that are named: "the lower Sun", "Sonne, die kleine", "the cheapest".

    Return its index and whether it is certain: a suit is named or every choice can be compared, and no other choice has the same value.
    """
    asked = [(kept, least) for kept in (RANK, PRICE) for least in (True, False) if _asks(words, kept, least=least)]
    if len(asked) != 1 or tuple(words[:2]) in ONE_OF or any(word in question.holders and word in _COMPARED for word in words):
        return None
    kept, least = asked[0]
    values = {place: value for place in range(len(question.choices)) if (value := _amount(question, place, kept)) is not None}
    suits = [held for word in words if (held := question.holders.get(word) or inflected(word, question)) and number_of(word) is None]
    suits = [held & set(values) for held in suits if held & set(values)]
    among = frozenset(values).intersection(*suits)
    if len(among) < 2:
        return None
    best = (min if least else max)(among, key=lambda place: values[place])
    if sum(values[place] == values[best] for place in among) > 1:
        return None
    known = all(
        word in vocabulary.IDLE
        or word in _COMPARED | vocabulary.LESS_THAN | vocabulary.OWN | KINDS | ACTIONS
        or best in question.holders.get(word, ())
        or number_of(word) is not None
        or bool(inflected(word, question))
        for word in words
    )
    numbers = {number for word in words if (number := number_of(word)) is not None and word not in ("one", "un", "une", "ein", "eine")}
    fits = numbers <= {values[best], len(among), best + 1}
    counted = any(word in vocabulary.FIGURES for word in words)
    return best, (bool(suits) or counted or _is_one_suit(values, question)) and known and fits


def _is_one_suit(values: Mapping[int, int], question: Question) -> bool:
    """Return whether every choice has a value, or all but one, and those are of one suit."""
    if len(values) == len(question.choices):
        return True
    suits = {question.tokens[place].rpartition("-")[0] for place in values}
    return len(values) == len(question.choices) - 1 and len(suits) == 1 and suits != {""}


def _asks(words: Sequence[str], kept: Property, *, least: bool) -> bool:
    """Return whether the words compare by this property. "The less expensive one" and "la moins chère" ask for the least."""
    turned = any(word in vocabulary.LESS_THAN for word in words)
    if turned and any(word in PRICE.more for word in words):
        return least and kept is PRICE
    return any(word in (kept.less if least else kept.more) for word in words)


def _amount(question: Question, place: int, kept: Property) -> int | None:
    """Return the value of a choice for a property; None if its names have none or several."""
    if kept is RANK:
        return value_of(question, place)
    found = {
        int(word) for name in question.vocabularies[place] for word, after in pairwise(name) if word.isdigit() and after in kept.beside
    }
    return found.pop() if len(found) == 1 else None


def value_of(question: Question, place: int) -> int | None:
    """Return the only number in the names of a choice; None for several or none, and for persons."""
    if question.choices[place].person:
        return None
    found = {int(word) for name in question.vocabularies[place] for word in name if word.isdigit()}
    return found.pop() if len(found) == 1 else None
