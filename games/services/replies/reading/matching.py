"""Match the words of one clause with choices: by number, by whole name, or by words that only one choice has, with small typos."""

from collections.abc import Sequence
from itertools import pairwise

from games.services.replies.reading import vocabulary
from games.services.replies.reading.hits import Hit
from games.services.replies.reading.list_numbers import by_number_alone, by_number_among_others, number_at
from games.services.replies.reading.name_parts import by_parts
from games.services.replies.reading.numbers import PRONOUNS, number_of
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question, once
from games.services.replies.reading.sizes import ONE_OF, by_size
from games.services.replies.reading.statement_words import ACTIONS
from games.services.replies.reading.whole_names import by_whole_name

_HAS = frozenset({"have", "had", "habe", "hab", "haben", "hatte"})
_DECIDED = frozenset(["decided", "chosen", "picked", "taken", "entschieden", "gewahlt", "genommen", "genug"])
_YOU = frozenset({"you", "u", "du", "tu", "ihr", "vous"})
_LIKES = frozenset({"gern", "gerne", "lieber", "liebsten"})


@once
def match(words: tuple[str, ...], question: Question) -> Hit | None:
    """Return the choices that the words of a clause name; None if they name none."""
    if not words:
        return None
    doubt = _doubt_in(words, question)
    hit = (
        _by_size(words, question)
        or by_whole_name(words, question)
        or by_number_alone(words, question)
        or by_parts(words, question)
        or by_number_among_others(words, question)
    )
    if hit is None:
        return None
    if hit.whole and not hit.complete and len(hit.places) == 1:
        parts = by_parts(words, question)
        if (
            parts is not None
            and parts.complete
            and not _is_person(hit, question)
            and (parts.places == hit.places or hit.end - hit.start == 1)
        ):
            hit = parts
    verb = hit.verb or any(word in vocabulary.VERBS for word in (*words[: hit.start], *words[hit.end :]))
    inside = doubt if not hit.whole else _doubt_in((*words[: hit.start], *words[hit.end :]), question)
    called = words[0] in _YOU and 1 < len(words) < 4 and not any(one in vocabulary.VERBS | ACTIONS for one in words)  # "you devil"
    complete = hit.complete and inside is Doubt.NOTHING and len(hit.places) == 1 and not called
    why = hit.doubt if hit.doubt is not Doubt.NOTHING else inside
    if len(hit.places) > 1 and inside is Doubt.NOTHING:
        why = Doubt.SEVERAL
    return Hit(hit.places, complete, why if not complete else Doubt.NOTHING, verb, hit.start, hit.end, hit.number, hit.whole)


def _by_size(words: Sequence[str], question: Question) -> Hit | None:
    found = by_size(words, question)
    return Hit((found[0],), found[1], Doubt.AROUND, verb=found[1], start=0, end=len(words)) if found is not None else None


def _is_person(hit: Hit, question: Question) -> bool:
    return any(question.choices[place].person for place in hit.places)


def _doubt_in(words: Sequence[str], question: Question) -> Doubt:
    """Return the doubt that a word of the clause raises: a negation, a hesitation or a number of another kind. "No. 5" is no negation."""
    if any(pair in ONE_OF and (not at or words[at - 1] not in vocabulary.NAMES_OF_CHOICES) for at, pair in enumerate(pairwise(words))):
        return Doubt.AROUND
    for place, word in enumerate(words):
        if place and number_at(words, place) is not None and words[place - 1] in vocabulary.AM and (word.isdigit() or word not in PRONOUNS):
            return Doubt.AROUND  # "I am 40"
        if word.isdigit() and any(one in _HAS for one in words[:place]) and not any(one in _DECIDED or one in _LIKES for one in words):
            return Doubt.AROUND  # "today I have my 2."
        following = words[place + 1] if place + 1 < len(words) else ""
        if word in ("no", "n") and number_of(following) is not None and place == 0 and all(one in vocabulary.COURTESY for one in words[2:]):
            continue
        if word in vocabulary.NEGATIONS and not (word == "ne" and place == len(words) - 1):
            return Doubt.NEGATED
        if word in vocabulary.DOUBTS and not (word == "or" and place and words[place - 1] == "d"):
            return Doubt.AROUND  # "d'or" is French for "of gold", not the English "or"
    return Doubt.NOTHING
