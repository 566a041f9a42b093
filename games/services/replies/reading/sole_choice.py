"""Decide whether the only choice that a doubtful text names is meant as the answer."""

from collections.abc import Sequence

from games.rules.contract import Shape
from games.services.replies.reading import vocabulary
from games.services.replies.reading.choice_model import is_improbable, is_probable
from games.services.replies.reading.intent import bound, by_rule
from games.services.replies.reading.list_numbers import number_at
from games.services.replies.reading.numbers import PRONOUNS, number_of
from games.services.replies.reading.printed_names import names_in
from games.services.replies.reading.question import REFUSALS, Question
from games.services.replies.reading.requests import as_told
from games.services.replies.reading.spelling import inflected
from games.services.replies.reading.statement import is_undecided
from games.services.replies.reading.statement_clauses import is_to_keep
from games.services.replies.reading.statement_words import ACTIONS, KEEPS, STAYS, YOURS
from games.services.replies.reading.synonyms import renamed
from games.services.replies.reading.talk_score import features, score
from games.services.replies.reading.tokens import Line, line_of
from games.services.replies.reading.vocabulary import IDLE

MEANT, PROBABLE = -2.5, -1.5
"""Up to these sums of weights the only choice of a text that the grammar does not understand is played, and one that is also by far the
most probable."""
_RELATIVE = vocabulary.word_set(
    "which what why how when who where welche welcher welches was warum wie wer wo",
    "quel quelle lequel laquelle quoi pourquoi comment quand qui",
    "wait oops warte moment ups hoppla attends attendez oups",
)
"""Words of `vocabulary.DOUBTS` that also join clauses, or with which a second thought begins: "the Moon and see who bites"."""
_NOT_TAKEN = vocabulary.NEGATIONS | vocabulary.OTHER
"""Words with which the named choice may be the one that is not taken."""
_HAVE = frozenset({"have", "haben", "avoir"})
_FOR_A_DAY = frozenset({"today", "tonight", "heute", "aujourd", "hui", "soir"})
BARELY_NAMED, HALF = -5.0, 0.5
"""The bound for a choice of which half or less of the printed name is said, or which names no card, person or number, such as "draw"."""


def is_meant(lines: Sequence[str], chosen: str, question: Question, answer: str, *, named: bool = True) -> bool:
    """Return whether the answer `answer` of the line `chosen` is meant, although other words of the lines are not understood.

    Nobody asks, has not decided or speaks of a choice that is not offered, and the weights are surer than for a text that is understood,
    the more so if most of the choice's name is missing. Then either the choice is `named` and no word speaks for another one, or it is by
    far the most probable one.
    """
    if question.shape is not Shape.ONE or any("?" in line for line in lines) or by_rule(lines, chosen, question, answer):
        return False
    said, place = [_renamed(line, question) for line in lines], question.tokens.index(answer)
    known = {word for line in said for word in line.words}
    if any(map(is_undecided, said)) or any(question.is_of_another_kind(line_of(line).words, answer) for line in lines):
        return False
    if answer in REFUSALS and not _FOR_A_DAY.isdisjoint(known):
        return False  # "I'm done for today"
    share = _named(known, place, question)
    sure = answer not in REFUSALS and share > HALF and _names_thing(known, place, question)
    total, limit = score(features(lines, question)), bound(chosen, question, answer)
    if total <= min(MEANT if sure else BARELY_NAMED, limit) and named and _is_alone(said, known, place, question):
        return not is_improbable(lines, question, answer)
    if total > min(PROBABLE if sure else BARELY_NAMED, limit) or question.choices[place].person or share <= HALF:
        return False
    if any(_is_open(line.words, at, place, question) for line, at in _words_of(said)):
        return False
    return is_probable(lines, question, answer)


def _words_of(lines: Sequence[Line]) -> list[tuple[Line, int]]:
    """Return the position of each word, with its line."""
    return [(line, at) for line in lines for at in range(len(line.words))]


def _names_thing(known: set[str], place: int, question: Question) -> bool:
    """Return whether one of the words names the card or person of a choice, and not only what is done."""
    return any(
        place in question.holders.get(word, ()) and word in question.named | question.people and word not in ACTIONS for word in known
    )


def _is_alone(said: Sequence[Line], known: set[str], place: int, question: Question) -> bool:
    """Return whether no word speaks for another choice than the one at `place`, and none says that this one is not taken."""
    if any(_is_against(line.words, at, place, question) for line, at in _words_of(said)):
        return False
    if question.tokens[place] not in REFUSALS and any(_is_left_out(line, place, question) for line in said):
        return False
    return _is_told_apart(known, place, question)


def _is_open(words: Sequence[str], at: int, place: int, question: Question) -> bool:
    """Return whether a word names another card, "the other one" or a number that the choice does not have, or hesitates."""
    word, number = words[at], number_at(words, at)
    if word in vocabulary.OTHER or word in vocabulary.HESITATIONS or word in vocabulary.DOUBTS - _RELATIVE:
        return True
    if number is not None and word not in PRONOUNS:
        fits = number == place + 1 or number in _numbers_of(place, question, outcomes=True)
        named = any(_numbers_of(other, question, outcomes=False) for other in range(len(question.choices)))
        return not fits and (number <= len(question.choices) or named)
    if word in question.people:
        return place not in question.holders.get(word, ())
    return word in question.named and not (question.holders.get(word) or word in IDLE or word in vocabulary.WEAK)


def _renamed(text: str, question: Question) -> Line:
    """Return a line with synonyms replaced by printed names."""
    line = line_of(as_told(text))
    return renamed(line, question.renamings, kept=names_in(line.words, question))


def _is_left_out(line: Line, place: int, question: Question) -> bool:
    """Return whether a clause that names the choice at `place` says that it is kept, stays or is not taken."""
    clauses = [line.words[start:end] for start, end in line.clauses()]
    naming = [words for words in clauses if any(place in question.holders.get(word, ()) for word in words if word not in IDLE)]
    kept = is_to_keep(question)
    if kept and any(not (YOURS.isdisjoint(words) or _HAVE.isdisjoint(words)) for words in naming):
        return True  # "the Colossus you may have"
    against = _NOT_TAKEN if kept else _NOT_TAKEN | KEEPS | STAYS
    return any(word in against and word not in question.holders for words in naming for word in words)


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
    return word in vocabulary.HESITATIONS or (place not in held if held else word in question.named | question.known)


def _numbers_of(place: int, question: Question, *, outcomes: bool) -> set[int]:
    """Return the numbers in the names of a choice, and in its outcomes if they count."""
    choice = question.choices[place]
    texts = (*choice.names, *choice.outcomes) if outcomes else choice.names
    return {number for text in texts for word in line_of(text).words if (number := number_of(word)) is not None}


def _is_told_apart(said: set[str], place: int, question: Question) -> bool:
    """Return whether the words that belong to names fit no other choice. Words for money do not count: many outcomes have them."""
    telling = said - vocabulary.MONEY - vocabulary.WEAK
    held = [question.holders.get(word) or inflected(word, question) for word in telling if word not in IDLE or word in question.people]
    fitting = [places for places in held if place in places]
    return bool(fitting) and frozenset.intersection(*fitting) == {place}


def _named(said: set[str], place: int, question: Question) -> float:
    """Return the largest share of the words with a meaning of one of the choice's names that are among the words `said`."""
    forms = {other for word in said if place in inflected(word, question) for other in question.holders if other[:3] == word[:3]}
    known = said | forms | {str(number) for word in said if (number := number_of(word)) is not None}
    own = [name for name, places in question.full_names.items() if places == {place}]
    names = [[word for word in name if word not in IDLE and word not in vocabulary.WEAK] for name in own]
    return max((sum(word in known for word in name) / len(name) for name in names if name), default=0.0)
