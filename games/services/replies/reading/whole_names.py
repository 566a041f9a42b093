"""Match whole names of choices in a clause."""

from collections.abc import Sequence

from games.services.replies.reading import vocabulary
from games.services.replies.reading.hits import Hit
from games.services.replies.reading.list_numbers import number_at, place_of
from games.services.replies.reading.numbers import PRONOUNS
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question
from games.services.replies.reading.vocabulary import ARTICLES, IDLE

LONGEST_NAME = 24
_FIELD = frozenset({"field", "fields", "feld", "terrain", "bei", "chez", "s", "on", "auf", "sur", "player", "spieler", "joueur"})
_GIVES = vocabulary.VERBS | vocabulary.GIVES | _FIELD
_MEETS = vocabulary.GREETINGS | vocabulary.MEETS


def by_whole_name(words: Sequence[str], question: Question) -> Hit | None:
    """Match the longest run of words that is the whole name of a choice. If another one is named too, the hit has several choices."""
    spans = [place for place, word in enumerate(words) if word not in ARTICLES] or list(range(len(words)))
    found = _longest(words, spans, question)
    if found is None:
        return None
    start, end, places = found
    rest = [place for place in spans if not start <= place < end]
    more = _longest(words, rest, question)
    if more is not None and not more[2] & places:
        return Hit(tuple(sorted(places) + sorted(more[2])), False, Doubt.SEVERAL, start=start, end=end, whole=True)
    only = next(iter(places)) if len(places) == 1 else -1
    numbers = {number for place in rest if (number := number_at(words, place)) is not None and words[place] not in PRONOUNS}
    beside = {place_of(number, question) for number in numbers} - {only}
    if beside:
        others = sorted(place for place in beside if place >= 0)
        return Hit((*sorted(places), *others), False, Doubt.SEVERAL if others else Doubt.AROUND, start=start, end=end, whole=True)
    fits = only >= 0 and all(
        words[place] in IDLE
        or words[place] in _FIELD
        or only in question.holders.get(words[place], ())
        or number_at(words, place) is not None
        for place in rest
    )
    if only >= 0 and question.choices[only].person and fits:
        beside_it = [word for place, word in enumerate(words) if not start <= place < end]
        fits = not beside_it or (any(word in _GIVES for word in beside_it) and not any(word in _MEETS for word in beside_it))
    return Hit(tuple(sorted(places)), fits, Doubt.AROUND, start=start, end=end, whole=True)


def _longest(words: Sequence[str], spans: Sequence[int], question: Question) -> tuple[int, int, frozenset[int]] | None:
    """Return the start, end and choices of the longest whole name among the words at the indexes `spans`."""
    names = question.full_names
    begins = [first for first, place in enumerate(spans) if words[place] in question.beginnings_of_names]
    for length in range(min(len(spans), LONGEST_NAME, question.longest_name), 0, -1):
        for first in begins:
            if first + length > len(spans):
                break
            run = tuple(words[place] for place in spans[first : first + length])
            if run in names and not _says_too_little(run, words):
                return spans[first], spans[first + length - 1] + 1, names[run]
    return None


def _says_too_little(run: tuple[str, ...], words: Sequence[str]) -> bool:
    """Return whether a name is too short to count: digits, or weak words beside other words."""
    return all(word.isdigit() for word in run) or (all(word in vocabulary.WEAK for word in run) and len(run) < len(words))
