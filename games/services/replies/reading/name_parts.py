"""Match single words of names that only one choice has, including inflected forms and small typos."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.services.replies.reading import vocabulary
from games.services.replies.reading.hits import Hit
from games.services.replies.reading.list_numbers import SEVERAL, number_at, place_of, told_by_numbers
from games.services.replies.reading.numbers import PRONOUNS
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question, once, without_articles
from games.services.replies.reading.sizes import value_of
from games.services.replies.reading.spelling import inflected, nearly, numbered, shortened
from games.services.replies.reading.vocabulary import ARTICLES, IDLE

_TO = frozenset({"at", "onto", "into", "against", "gegen", "contre"})
_SILENT = IDLE | vocabulary.NEGATIONS | vocabulary.DOUBTS
_SMALL = vocabulary.WEAK | vocabulary.VERBS
_UNITS = frozenset({"path", "pfad", "chemin"})
_OF = frozenset({"of", "der", "de", "d"})


@once
def by_parts(words: tuple[str, ...], question: Question) -> Hit | None:
    """Match the choice whose names have all words with a meaning. A number before them may be the number of the choice."""
    said = [place for place, word in enumerate(words) if word not in ARTICLES and not (word in IDLE and word not in question.holders)]
    strict = [place for place in said if words[place] not in _SILENT and (words[place] not in _TO or words[place] in question.holders)]
    if not strict:
        strict = [place for place in said if words[place] not in _SMALL and not words[place].isdigit()]
    if not any(number_at(words, place) is None for place in strict):
        return None
    by_name = _holders(words, strict, said, question)
    first = strict[0]
    number = number_at(words, first)
    ranked = first + 1 < len(words) and words[first + 1] in _OF  # "five of swords" is a rank
    counted = ranked or (first and words[first - 1] in _UNITS)  # "path 3" is no choice 3
    own = place_of(number, question) if number is not None and words[first] not in PRONOUNS and not counted else -1
    if own >= 0:
        return _with_number(words, strict, own, by_name, question)
    if by_name.numbers_only:
        return None
    if not by_name.places:
        return _most_named(words, strict, question)
    complete = len(by_name.places) == 1 and not by_name.unknown and by_name.sure
    why = Doubt.SPELLING if by_name.spelled else Doubt.AROUND
    return Hit(tuple(sorted(by_name.places)), complete, why, start=first, end=strict[-1] + 1)


def _most_named(words: Sequence[str], strict: Sequence[int], question: Question) -> Hit | None:
    """Return a guess at the choices with most of the words, if no choice has all of them."""
    held = [question.holders.get(words[place], frozenset()) for place in strict if words[place] not in vocabulary.WEAK]
    counts = Counter(choice for found in held for choice in found)
    most = max(counts.values(), default=0)
    best = sorted(choice for choice, count in counts.items() if count == most)
    return Hit(tuple(best), False, Doubt.AROUND, start=strict[0], end=strict[-1] + 1) if len(best) <= SEVERAL and most > 1 else None


def _with_number(words: Sequence[str], strict: Sequence[int], own: int, by_name: _Found, question: Question) -> Hit | None:
    """Match a number followed by words: the number of a choice (`own` is its index) and its name, or a name that begins with a number."""
    rest = _holders(words, strict[1:], [], question)
    start, end = strict[0], strict[-1] + 1
    if own in rest.all_of and not rest.numbers_only:
        if by_name.places and by_name.places != {own} and not by_name.unknown:
            return Hit((own, *sorted(set(by_name.places) - {own})), False, Doubt.SEVERAL, start=start, end=end, number=True)
        sure = rest.sure or (not rest.spelled and rest.places == {own})
        if told_by_numbers(question) and len(rest.all_of) == len(question.choices):
            sure = sure and number_at(words, start) == value_of(question, own)  # "keep the 1" of 0 and 2
        return Hit((own,), not rest.unknown and sure, Doubt.AROUND, start=start, end=end, number=True)
    if by_name.places and not by_name.unknown and not by_name.numbers_only:
        return Hit(tuple(sorted(by_name.places)), len(by_name.places) == 1 and by_name.sure, Doubt.AROUND, start=start, end=end)
    if len(by_name.places) == 1 and not by_name.numbers_only:
        return Hit(tuple(by_name.places), False, Doubt.AROUND, start=start, end=end)
    return None


@dataclass(frozen=True, slots=True)
class _Found:
    """The choices that fit the words of a clause."""

    places: frozenset[int] | set[int]
    """The choices that fit best."""
    all_of: frozenset[int] | set[int]
    """All choices that have the words."""
    unknown: bool
    """Whether some words are in no name."""
    spelled: bool
    """Whether some words were corrected as typos."""
    sure: bool
    """Whether the words are sufficient for a certain answer."""
    numbers_only: bool = False
    """Whether only numbers among the words are in a name."""


def _holders(words: Sequence[str], strict: Sequence[int], said: Sequence[int], question: Question) -> _Found:
    """Return the choices that have the words at the indexes `strict`; `said` are the indexes of all words with a meaning."""
    places: set[int] = set(range(len(question.choices)))
    unknown = spelled = sure = named = shaky = False
    for place in strict:
        word = words[place]
        holds: frozenset[int] | set[int] = question.holders.get(word, frozenset())
        certain = True
        is_number = number_at(words, place) is not None
        if not holds and (number := number_at(words, place)) is not None and number >= 0:
            holds = numbered(number, question)
        if not holds and not is_number:
            holds = inflected(word, question)
        if not holds and len(strict) > 1 and (holds := shortened(word, question)):
            certain = False
        if not holds:
            holds, certain = nearly(word, question)
            spelled = spelled or bool(holds)
        if not holds:
            unknown = True
            continue
        named = named or not is_number
        shaky = shaky or (not certain and len(word) < 5)
        if word not in vocabulary.WEAK and word not in question.people and not word.isdigit() and len(word) > 2:
            sure = sure or (certain and word not in vocabulary.MONEY)
            telling = True
        else:
            telling = word.isdigit()
        unknown = unknown or (word in question.people and not places & holds)
        if places & holds or telling:
            places &= holds
    if unknown and len(places) == len(question.choices):
        return _Found(set(), set(), True, spelled, False)
    if unknown and spelled:
        return _Found(places if len(places) <= SEVERAL and not shaky else set(), set(), True, True, False)
    all_of = frozenset(places)
    return _Found(_nearest(places, words, strict, said, question), all_of, unknown, spelled, sure and not shaky, not named)


def _nearest(places: set[int], words: Sequence[str], strict: Sequence[int], said: Sequence[int], question: Question) -> set[int]:
    """Of several choices with the words, select the one that has the small words too, else the one whose name is typed completely."""
    if len(places) < 2:
        return places
    small = [words[place] for place in said if place not in strict]
    if small:
        closer = {place for place in places if all(place in question.holders.get(word, ()) for word in small)}
        if len(closer) == 1:
            return closer
        places = closer or places
    if len({question.tokens[place].split(">")[0] for place in places if ">" in question.tokens[place]}) > 1:
        return places  # what is done with the card is not said
    typed = {words[place] for place in strict}
    covered = {place for place in places if any(_is_typed(name, typed) for name in question.vocabularies[place])}
    return covered if len(covered) == 1 else places


def _is_typed(name: Sequence[str], typed: Collection[str]) -> bool:
    """Return whether all words with a meaning of a name are typed, and half of all its words: "horse" is not "War, the Red Horse"."""
    said = without_articles(tuple(name))
    missing = [word for word in said if word not in typed]
    return 2 * len(missing) <= len(said) and all(word in IDLE or word in vocabulary.WEAK for word in missing)
