"""Which choices the words of one clause name: by number, by whole name, by words that only one of them has, with small typos."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.services.replies.reading import vocabulary
from games.services.replies.reading.numbers import PRONOUNS, is_ordinal, number_of
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question
from games.services.replies.reading.sizes import by_size, value_of
from games.services.replies.reading.spelling import inflected, nearly, numbered, shortened
from games.services.replies.reading.statement_words import ACTIONS
from games.services.replies.reading.vocabulary import ARTICLES, IDLE

LONGEST_NAME = 24
SEVERAL = 3
"""Choices that are guessed at together."""
_FIELD = frozenset({"field", "fields", "feld", "terrain", "bei", "chez", "s", "on", "auf", "sur", "player", "spieler", "joueur"})
_GIVES = vocabulary.VERBS | vocabulary.GIVES | _FIELD
_HAS = frozenset({"have", "had", "habe", "hab", "haben", "hatte"})
_DECIDED = frozenset(["decided", "chosen", "picked", "taken", "entschieden", "gewahlt", "genommen", "genug"])
_TO = frozenset({"at", "onto", "into", "against", "gegen", "contre"})
_TIMES = frozenset({"um", "bis", "until", "till", "vers", "around", "since", "seit", "depuis"})
_YOU = frozenset({"you", "u", "du", "tu", "ihr", "vous"})
_UNITS = frozenset({"path", "pfad", "chemin"})
_IS = frozenset({"is", "are", "ist", "sind", "est", "sont"})
_THE = vocabulary.OWNED | {"the", "die", "den", "der", "le", "la"}
_LIKES = frozenset({"gern", "gerne", "lieber", "liebsten"})
_BEFORE_ONE = (
    vocabulary.VERBS
    | vocabulary.NAMES_OF_CHOICES
    | vocabulary.COURTESY
    | {
        "with",
        "for",
        "is",
        "s",
        "be",
        "it",
        "to",
        "card",
        "go",
        "i",
        "ok",
        "okay",
        "yes",
        "mit",
        "fur",
        "fuer",
        "ist",
        "auf",
        "ja",
        "karte",
    }
    | {
        "avec",
        "pour",
        "est",
        "oui",
        "carte",
        "le",
        "la",
        "die",
        "das",
        "den",
        "der",
        "wohl",
        "mal",
        "dann",
        "then",
        "so",
        "alors",
        "donc",
        "bon",
    }
) - {"tente", "reste", "pars", "part", "bon"}
"""What may stand before "one" as the number 1."""
_MEETS = vocabulary.GREETINGS | vocabulary.MEETS


@dataclass(frozen=True, slots=True)
class Hit:
    """Choices that a clause names. `complete`: exactly one, and nothing else in the clause says anything; `verb`: the clause says
    that it is chosen; `start` and `end`: where in the line the words stand that decided."""

    places: tuple[int, ...]
    complete: bool
    doubt: Doubt = Doubt.NOTHING
    verb: bool = False
    start: int = 0
    end: int = 0
    number: bool = False
    whole: bool = False


def match(words: Sequence[str], question: Question) -> Hit | None:
    """What the words of a clause name; None where they name nothing."""
    if not words:
        return None
    doubt = _doubt_in(words, question)
    hit = (
        _by_size(words, question)
        or _whole_name(words, question)
        or _by_number_alone(words, question)
        or _by_parts(words, question)
        or _by_number_among_others(words, question)
    )
    if hit is None:
        return None
    if hit.whole and not hit.complete and len(hit.places) == 1:
        parts = _by_parts(words, question)
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
    """A word that turns a choice around, or makes it a thought; "no. 5" is a number."""
    text = f" {' '.join(words)} "
    if any(f" {phrase} " in text for phrase in vocabulary.TALK_PHRASES):
        return Doubt.AROUND
    if any(one in _IS for one in words) and any(
        words.count(one) > 1 for one in words if one in question.holders and one not in vocabulary.WEAK
    ):
        return Doubt.AROUND  # "a pact is a pact"
    for place, word in enumerate(words):
        if place and _number(words, place) is not None and words[place - 1] in vocabulary.AM and (word.isdigit() or word not in PRONOUNS):
            return Doubt.AROUND  # "I am 40"
        if word.isdigit() and place and words[place - 1] in _TIMES:
            return Doubt.AROUND  # "back at 3"
        if word.isdigit() and any(one in _HAS for one in words[:place]) and not any(one in _DECIDED or one in _LIKES for one in words):
            return Doubt.AROUND  # "today I have my 2."
        following = words[place + 1] if place + 1 < len(words) else ""
        if word in ("no", "n") and number_of(following) is not None and place == 0 and all(one in vocabulary.COURTESY for one in words[2:]):
            continue
        if word in vocabulary.NEGATIONS and not (word == "ne" and place == len(words) - 1):
            return Doubt.NEGATED
        if word in vocabulary.DOUBTS and not (word == "or" and place and words[place - 1] == "d"):
            return Doubt.AROUND  # the French gold is no alternative
    return Doubt.NOTHING


# ---- whole names -------------------------------------------------------------------------------------------------------


def _whole_name(words: Sequence[str], question: Question) -> Hit | None:
    """The longest run of words that is a choice's whole name; another choice named whole beside it makes it several."""
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
    numbers = {number for place in rest if (number := _number(words, place)) is not None and words[place] not in PRONOUNS}
    beside = {_place(number, question) for number in numbers} - {only}
    if beside:
        others = sorted(place for place in beside if place >= 0)
        return Hit((*sorted(places), *others), False, Doubt.SEVERAL if others else Doubt.AROUND, start=start, end=end, whole=True)
    fits = only >= 0 and all(
        _is_idle(words[place]) or words[place] in _FIELD or _in_name(words[place], only, question) or _number(words, place) is not None
        for place in rest
    )
    if only >= 0 and question.choices[only].person and fits:
        beside_it = [word for place, word in enumerate(words) if not start <= place < end]
        fits = not beside_it or (any(word in _GIVES for word in beside_it) and not any(word in _MEETS for word in beside_it))
    return Hit(tuple(sorted(places)), fits, Doubt.AROUND, start=start, end=end, whole=True)


def _longest(words: Sequence[str], spans: Sequence[int], question: Question) -> tuple[int, int, frozenset[int]] | None:
    names, runs = question.full_names, question.joined_names
    for length in range(min(len(spans), LONGEST_NAME), 0, -1):
        for first in range(len(spans) - length + 1):
            run = tuple(words[place] for place in spans[first : first + length])
            if run in names and not _says_too_little(run, words):
                return spans[first], spans[first + length - 1] + 1, names[run]
            if length > 1 and len(text := "".join(run)) > 6 and text in runs:
                return spans[first], spans[first + length - 1] + 1, runs[text]
            if length == 1 and len(run[0]) > 6 and run[0] in runs:
                return spans[first], spans[first] + 1, runs[run[0]]
    return None


def _says_too_little(run: tuple[str, ...], words: Sequence[str]) -> bool:
    """A name of one common word, or of a number, counts only where nothing else is said."""
    return all(word.isdigit() for word in run) or (all(word in vocabulary.WEAK for word in run) and len(run) < len(words))


# ---- numbers -----------------------------------------------------------------------------------------------------------


def _number(words: Sequence[str], place: int) -> int | None:
    """The number that a word stands for where it stands; None for "a second", and for "one" beside another number."""
    word = words[place]
    if is_ordinal(word) and place and words[place - 1] in vocabulary.INDEFINITE:
        return None
    return number_of(word)


def _place(number: int, question: Question) -> int:
    """The place of a choice by its printed number; -1 where there is none."""
    count = len(question.choices)
    if number == -2:
        return count // 2 if count % 2 else -1
    if number < -2:
        return max(count + number + 1, -1)
    return count - 1 if number == -1 and count else number - 1 if 1 <= number <= count else -1


def _numbers(words: Sequence[str]) -> list[int]:
    """Where the numbers stand; "one", "un", "ein" only where they are the only ones."""
    found = [place for place in range(len(words)) if _number(words, place) is not None]
    strict = [place for place in found if words[place] not in PRONOUNS]
    if len(strict) > 1 and words[strict[0]] in ("first", "erst", "erste", "premier") and words[strict[1]].isdigit():
        strict = strict[1:]
    return strict or [place for place in found if words[place] not in ("ein", "eine", "une")]


def _by_number_alone(words: Sequence[str], question: Question) -> Hit | None:
    """A number with nothing beside it but words that choose: "option 2", "the second one, please", "die 2 nehme ich"."""
    places = _numbers(words)
    if not places:
        return None
    values = {_number(words, place) for place in places}
    chosen = [_place(value, question) for value in dict.fromkeys(_number(words, place) for place in places) if value is not None]
    start, end = places[0], places[-1] + 1
    if words[start] in PRONOUNS and start and words[start - 1] not in _BEFORE_ONE:
        return None  # "the strongest one" is no number
    before_it = words[start - 1] if start else ""
    before, after = words[:start], [word for place, word in enumerate(words[start:], start) if place not in places]
    ordinal = is_ordinal(words[start])
    tail = vocabulary.TAIL | vocabulary.COURTESY | vocabulary.MUSING | (vocabulary.NOUNS | PRONOUNS | {"ones"} if ordinal else frozenset())
    turned = vocabulary.NEGATIONS | vocabulary.DOUBTS
    before, after = [word for word in before if word not in turned], [word for word in after if word not in turned]
    idle = all(_is_idle(word) for word in before) and all(word in tail for word in after)
    if not idle:
        return None
    inside = [place for place in chosen if place >= 0]
    if len(values) > 1:
        return Hit(tuple(inside), False, Doubt.SEVERAL, start=start, end=end, number=True)
    valued = {place for place in range(len(question.choices)) if value_of(question, place) == _number(words, start)}
    if not inside:
        called = before_it in _THE or values == {0}  # "the five" where there are only three choices
        return Hit(tuple(valued), len(valued) == 1 and called, Doubt.UNKNOWN, start=start, end=end, number=True)
    if words[start].isdigit() and before_it in vocabulary.INDEFINITE and valued:
        return Hit((*sorted(valued), inside[0]), False, Doubt.SEVERAL, start=start, end=end, number=True)  # "one of the two 4s"
    if valued and inside[0] not in valued and _is_value(words, start):
        either = (
            (inside[0], *sorted(valued)) if words[start].isdigit() and before_it not in vocabulary.OWNED else (*sorted(valued), inside[0])
        )
        return Hit(either, False, Doubt.SEVERAL, start=start, end=end, number=True)
    named = _named_so(words, start, question)
    if named and named != {inside[0]}:
        return Hit((inside[0], *sorted(named - {inside[0]})), False, Doubt.SEVERAL, start=start, end=end, number=True)
    return Hit((inside[0],), True, start=start, end=end, number=True)


def _is_value(words: Sequence[str], place: int) -> bool:
    """A number that may be that of a card: "my 4", "le deux", "the 4"; "number two", "2" and "I take the 4" are those of choices."""
    before = words[place - 1] if place else ""
    if before in vocabulary.NAMES_OF_CHOICES or is_ordinal(words[place]):
        return False
    if not words[place].isdigit() or before in vocabulary.OWNED:
        return True
    return before in ("the", "le") and not any(word in vocabulary.VERBS for word in words)


def _by_number_among_others(words: Sequence[str], question: Question) -> Hit | None:
    """A number at the beginning or the end of a clause of which not every word is known: a guess."""
    places = _numbers(words)
    values = {_number(words, place) for place in places}
    if len(values) != 1 or len(words) > 14 or words[places[0]] in PRONOUNS:
        return None
    start, chosen = places[-1], _place(values.pop() or 0, question)
    called = start > 0 and words[start - 1] in vocabulary.NAMES_OF_CHOICES
    at_an_end = called or places[0] == 0 or all(word in vocabulary.TAIL or word in vocabulary.COURTESY for word in words[start + 1 :])
    return Hit((chosen,), False, Doubt.AROUND, start=start, end=start + 1, number=True) if at_an_end and chosen >= 0 else None


def _named_so(words: Sequence[str], place: int, question: Question) -> set[int]:
    """Choices in whose names this word and number stand side by side: "number 2" of "Face-down card number 2"."""
    if not place or words[place - 1] in ARTICLES:
        return set()
    pair = (words[place - 1], words[place])
    return {
        number
        for number, names in enumerate(question.vocabularies)
        if any(pair == name[at : at + 2] for name in names for at in range(len(name) - 1))
    }


# ---- words that only one choice has --------------------------------------------------------------------------------------


def _by_parts(words: Sequence[str], question: Question) -> Hit | None:
    """The choice that has all the words that say something; a number in front may be the choice's own."""
    said = [place for place, word in enumerate(words) if word not in ARTICLES and not (_is_idle(word) and word not in question.holders)]
    silent = vocabulary.NEGATIONS | vocabulary.DOUBTS | (_TO - frozenset(question.holders))
    strict = [place for place in said if not _is_idle(words[place]) and words[place] not in silent]
    if not strict:
        strict = [place for place in said if words[place] not in vocabulary.WEAK | vocabulary.VERBS and not words[place].isdigit()]
    if not any(_number(words, place) is None for place in strict):
        return None
    by_name = _holders(words, strict, said, question)
    first = strict[0]
    number = _number(words, first)
    counted = first and words[first - 1] in _UNITS  # "path 3" is no choice 3
    own = _place(number, question) if number is not None and words[first] not in PRONOUNS and not counted else -1
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
    """Where no choice has all the words: a guess at those with the most of them."""
    held = [question.holders.get(words[place], frozenset()) for place in strict if words[place] not in vocabulary.WEAK]
    counts = Counter(choice for found in held for choice in found)
    most = max(counts.values(), default=0)
    best = sorted(choice for choice, count in counts.items() if count == most)
    return Hit(tuple(best), False, Doubt.AROUND, start=strict[0], end=strict[-1] + 1) if len(best) <= SEVERAL and most > 1 else None


def _with_number(words: Sequence[str], strict: Sequence[int], own: int, by_name: _Found, question: Question) -> Hit | None:
    """A number, then words: the number of a choice and its name, or a name that begins with a number."""
    rest = _holders(words, strict[1:], [], question)
    start, end = strict[0], strict[-1] + 1
    if own in rest.all_of and not rest.numbers_only:
        if by_name.places and by_name.places != {own} and not by_name.unknown:
            return Hit((own, *sorted(set(by_name.places) - {own})), False, Doubt.SEVERAL, start=start, end=end, number=True)
        sure = rest.sure or (not rest.spelled and rest.places == {own})
        return Hit((own,), not rest.unknown and sure, Doubt.AROUND, start=start, end=end, number=True)
    if by_name.places and not by_name.unknown and not by_name.numbers_only:
        return Hit(tuple(sorted(by_name.places)), len(by_name.places) == 1 and by_name.sure, Doubt.AROUND, start=start, end=end)
    if rest.places and not rest.unknown and not rest.numbers_only:
        return Hit((own, *sorted(rest.places)), False, Doubt.SEVERAL, start=start, end=end, number=True)
    if len(by_name.places) == 1 and not by_name.numbers_only:
        return Hit(tuple(by_name.places), False, Doubt.AROUND, start=start, end=end)
    return None


@dataclass(frozen=True, slots=True)
class _Found:
    places: frozenset[int] | set[int]
    """The nearest choices."""
    all_of: frozenset[int] | set[int]
    """All that have the words."""
    unknown: bool
    """Some words are in no name."""
    spelled: bool
    """Some words were corrected."""
    sure: bool
    """The words say enough to act on."""
    numbers_only: bool = False
    """Of all the words only numbers are in a name."""


def _holders(words: Sequence[str], strict: Sequence[int], said: Sequence[int], question: Question) -> _Found:
    places: set[int] = set(range(len(question.choices)))
    unknown = spelled = sure = named = shaky = False
    for place in strict:
        word = words[place]
        holds: frozenset[int] | set[int] = question.holders.get(word, frozenset())
        certain = True
        is_number = _number(words, place) is not None
        if not holds and (number := _number(words, place)) is not None and number >= 0:
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
            sure = sure or certain
            telling = True
        else:
            telling = word.isdigit()
        if not certain and len(strict) == 1:
            sure = False
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
    """Of several choices that have the words: the one that has the small words too, else the one of which nothing is missing."""
    if len(places) < 2:
        return places
    small = [words[place] for place in said if place not in strict]
    if small:
        closer = {place for place in places if all(_in_name(word, place, question) for word in small)}
        if len(closer) == 1:
            return closer
        places = closer or places
    typed = {words[place] for place in strict}
    covered = {place for place in places if any(_left_out(name, typed) == 0 for name in question.vocabularies[place])}
    if len(covered) == 1:
        return covered
    return _in_order(places, [words[place] for place in strict], question)


def _left_out(name: Sequence[str], typed: Collection[str]) -> int:
    return sum(1 for word in name if word not in typed and not _is_idle(word) and word not in vocabulary.WEAK)


def _in_order(places: set[int], typed: Sequence[str], question: Question) -> set[int]:
    """Of choices with the same words in another order ("bard on desert", "desert on bard"), the one in the order that was typed."""
    same = {place: {frozenset(name) for name in question.vocabularies[place]} for place in places}
    groups = list(same.values())
    if not groups or not set.intersection(*groups):
        return places
    fits = {place for place in places if any(_rising(typed, name) for name in question.vocabularies[place])}
    return fits if len(fits) == 1 else places


def _rising(typed: Sequence[str], name: Sequence[str]) -> bool:
    rest = iter(name)
    return all(word in rest for word in typed)


def _in_name(word: str, place: int, question: Question) -> bool:
    return place in question.holders.get(word, frozenset())


def _is_idle(word: str) -> bool:
    return word in IDLE
