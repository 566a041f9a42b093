"""Match numbers with choices: by position in the list ("option 2", "the second one, please") or as the number in a name."""

import re
from collections.abc import Sequence

from games.services.replies.reading import folding, vocabulary
from games.services.replies.reading.hits import Hit
from games.services.replies.reading.numbers import PRONOUNS, is_ordinal, number_of
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question
from games.services.replies.reading.sizes import value_of
from games.services.replies.reading.statement_words import ACTIONS, PAST
from games.services.replies.reading.vocabulary import ARTICLES, IDLE, word_set

SEVERAL = 3
"""Largest number of candidates of a guess."""
_THE = vocabulary.OWNED | {"the", "die", "den", "der", "le", "la"}
_BEFORE_ONE = (
    vocabulary.VERBS
    | vocabulary.NAMES_OF_CHOICES
    | vocabulary.COURTESY
    | word_set(
        "with for is s be it to card go i ok okay yes mit fur fuer ist auf ja karte avec pour est oui carte le la die das den der",
        "wohl mal dann then so alors donc bon",
    )
) - {"tente", "reste", "pars", "part", "bon"}
"""Words that may precede "one" if it means the number 1."""


_AMONG = re.compile(
    r"\b(?:of (?:the|these)|von (?:den|diesen)|unter den|parmi les|de ces|des|der) "
    r"(two|three|four|five|six|seven|zwei|drei|vier|funf|sechs|sieben|deux|trois|quatre|cinq|sept)\b"
)
"""A number of things of which one is meant, in folded words."""


def number_at(words: Sequence[str], place: int) -> int | None:
    """Return the number that the word at `place` means; None if it means none, as in "a second"."""
    word = words[place]
    if place and words[place - 1] in vocabulary.INDEFINITE and is_ordinal(word):
        return None
    return number_of(word)


def place_of(number: int, question: Question) -> int:
    """Return the index of a choice by its printed number (or by a negative value of `number_of`); -1 if there is none."""
    count = len(question.choices)
    if number == -2:
        return count // 2 if count % 2 else -1
    if number < -2:
        return max(count + number + 1, -1)
    return count - 1 if number == -1 and count else number - 1 if 1 <= number <= count else -1


def _numbers(words: Sequence[str]) -> list[int]:
    """Return the indexes of the numbers; "one", "un", "ein" count only if there is no other number."""
    found = [place for place in range(len(words)) if number_at(words, place) is not None]
    strict = [place for place in found if words[place] not in PRONOUNS]
    return strict or [place for place in found if words[place] not in ("ein", "eine", "une")]


def by_number_alone(words: Sequence[str], question: Question) -> Hit | None:
    """Match a clause of one number and words that choose: "option 2", "the second one, please", "die 2 nehme ich"."""
    places = _numbers(words)
    if not places or any(is_ordinal(words[place]) and len(question.holders.get(words[place], ())) > 1 for place in places):
        return None  # "die oberste Karte": a word of several choices, not a place in the list
    values = {number_at(words, place) for place in places}
    chosen = [place_of(value, question) for value in dict.fromkeys(number_at(words, place) for place in places) if value is not None]
    start, end = places[0], places[-1] + 1
    if words[start] in PRONOUNS and start and words[start - 1] not in _BEFORE_ONE:
        return None  # "the strongest one" is no number
    before_it = words[start - 1] if start else ""
    before, after = words[:start], [word for place, word in enumerate(words[start:], start) if place not in places]
    ordinal = is_ordinal(words[start])
    tail = vocabulary.TAIL | vocabulary.COURTESY | vocabulary.MUSING | (vocabulary.NOUNS | PRONOUNS | {"ones"} if ordinal else frozenset())
    turned = vocabulary.NEGATIONS | vocabulary.DOUBTS
    before, after = [word for word in before if word not in turned], [word for word in after if word not in turned]
    idle = all(word in IDLE for word in before) and all(word in tail for word in after)
    if not idle:
        return None
    inside = [place for place in chosen if place >= 0]
    if len(values) > 1:
        return Hit(tuple(inside), False, Doubt.SEVERAL, start=start, end=end, number=True)
    valued = {place for place in range(len(question.choices)) if value_of(question, place) == number_at(words, start)}
    if not inside:
        called = before_it in _THE or values == {0} or not words[start].isdigit()  # "the five", "five" where there are only three choices
        return Hit(tuple(valued), len(valued) == 1 and called, Doubt.UNKNOWN, start=start, end=end, number=True)
    if before_it in vocabulary.INDEFINITE and valued and not ordinal:
        either = tuple(dict.fromkeys((*sorted(valued), inside[0])))
        return Hit(either, False, Doubt.SEVERAL, start=start, end=end, number=True)  # "one of the two 4s"
    called = before_it in vocabulary.NAMES_OF_CHOICES or ordinal
    if not valued and not called and told_by_numbers(question) and any(word in question.holders for word in (*before, *after)):
        return Hit((inside[0],), False, Doubt.UNKNOWN, start=start, end=end, number=True)  # "keep the 1" of 0 and 2
    if valued and inside[0] not in valued and (_is_value(words, start) or (not called and told_by_numbers(question))):
        either = (
            (inside[0], *sorted(valued)) if words[start].isdigit() and before_it not in vocabulary.OWNED else (*sorted(valued), inside[0])
        )
        return Hit(either, False, Doubt.SEVERAL, start=start, end=end, number=True)
    named = _named_so(words, start, question)
    if named and named != {inside[0]}:
        return Hit((inside[0], *sorted(named - {inside[0]})), False, Doubt.SEVERAL, start=start, end=end, number=True)
    return Hit((inside[0],), True, start=start, end=end, number=True)


def counts_others(text: str, question: Question) -> bool:
    """Return whether a text counts another number of things than there are choices: "the last of the four" of five choices."""
    numbers = (number_of(found[1]) for found in _AMONG.finditer(" ".join(folding.words(text))))
    return any(number != len(question.choices) for number in numbers)


def told_by_numbers(question: Question) -> bool:
    """Return whether only numbers distinguish the names of the choices, as in "keep the 0" and "keep the 1" (which is the second)."""
    every = frozenset(range(len(question.choices)))
    return all(word.isdigit() or word in IDLE or held == every for word, held in question.holders.items() if "-" not in word)


def _is_value(words: Sequence[str], place: int) -> bool:
    """Return whether a number may be that of a card ("my 4", "le deux", "the 4"), not of a choice ("number two", "2", "I take the 4")."""
    before = words[place - 1] if place else ""
    if before in vocabulary.NAMES_OF_CHOICES or is_ordinal(words[place]):
        return False
    if not words[place].isdigit() or before in vocabulary.OWNED:
        return True
    return before in ("the", "le") and not any(word in vocabulary.VERBS for word in words)


def by_number_among_others(words: Sequence[str], question: Question) -> Hit | None:
    """Match a number at the beginning or the end of a clause with unknown words; this is a guess."""
    places = _numbers(words)
    values = {number_at(words, place) for place in places}
    if len(values) != 1 or len(words) > 14 or words[places[0]] in PRONOUNS:
        return None
    start, number = places[-1], values.pop() or 0
    chosen = place_of(number, question)
    if number > len(question.choices):
        return _by_value(words, start, number, question)
    called = start > 0 and words[start - 1] in vocabulary.NAMES_OF_CHOICES
    if chosen >= 0 and _is_done_with(words, start, chosen, question):
        return Hit((chosen,), True, verb=True, start=start, end=start + 1, number=True)
    at_an_end = called or places[0] == 0 or all(word in vocabulary.TAIL or word in vocabulary.COURTESY for word in words[start + 1 :])
    return Hit((chosen,), False, Doubt.AROUND, start=start, end=start + 1, number=True) if at_an_end and chosen >= 0 else None


def _by_value(words: Sequence[str], start: int, number: int, question: Question) -> Hit | None:
    """Match a number that no choice of the list has with the only card of that value: "the 6 on top" of three cards; this is a guess."""
    valued = [place for place in range(len(question.choices)) if value_of(question, place) == number]
    before = words[start - 1] if start else ""
    fits = (
        len(valued) == 1
        and PAST.isdisjoint(words)
        and (before in _THE | vocabulary.INDEFINITE or not words[start].isdigit())
        and not is_ordinal(words[start])
    )
    return Hit((valued[0],), False, Doubt.AROUND, start=start, end=start + 1, number=True) if fits else None


def _named_so(words: Sequence[str], place: int, question: Question) -> set[int]:
    """Return the choices with this number and the word before it in their names: "number 2" of "Face-down card number 2"."""
    if not place or words[place - 1] in ARTICLES:
        return set()
    pair = (words[place - 1], words[place])
    return {
        number
        for number, names in enumerate(question.vocabularies)
        if any(pair == name[at : at + 2] for name in names for at in range(len(name) - 1))
    }


def _is_done_with(words: Sequence[str], start: int, chosen: int, question: Question) -> bool:
    """Return whether something is done with a number ("I get rid of the 1") that means the same choice as a position and as a value."""
    valued = {place for place in range(len(question.choices)) if value_of(question, place) == number_of(words[start])}
    known = all(word in IDLE or word in ACTIONS | ARTICLES or word in vocabulary.WEAK for word in (*words[:start], *words[start + 1 :]))
    return (
        valued == {chosen}
        and not question.tokens[chosen].startswith("keep")
        and start + 1 == len(words)
        and start > 0
        and words[start - 1] in ARTICLES
        and known
        and not ACTIONS.isdisjoint(words)
    )
