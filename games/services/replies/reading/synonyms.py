"""What people say for a choice beside its printed words ("squeeze the peasants"), put back into those words before a line is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from games.services.replies.reading import vocabulary
from games.services.replies.reading.folding import spellings, words
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.tokens import Line

_SILENT = vocabulary.WEAK | vocabulary.DOUBTS | vocabulary.NEGATIONS

LEAST_STEM = 5
_ENDINGS = frozenset({"", "e", "s", "es", "en", "er", "t", "st", "ed", "ing"})
_OBJECTS = frozenset({"him", "her", "them", "it", "em", "everyone", "everybody", "again"})

Phrases = Mapping[str, frozenset[tuple[str, ...]]]
"""For a part of a token, what is said for it in folded words."""
STAND_IN = "xchoice"
LAST, MIDDLE = "last", "middle"
"""What is said for the last and the middle one of what has numbers, in place of a part of a token."""
Renamings = Mapping[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]
"""By their first word: what is said, the longest first, and the printed words it stands for."""


def is_silent(token: str) -> bool:
    """A token of small words ("keep", "skip") chooses nothing where it stands in a sentence."""
    return _SILENT.issuperset(words(token))


def stand_in(token: str) -> str:
    """The word that phrases for such a token are renamed to, which nobody types."""
    return f"{STAND_IN}{token}"


def phrases_of(written: Mapping[str, Iterable[str]]) -> Phrases:
    """What a file says: "buy/take her/him" stands for four phrases."""
    return {
        part: frozenset(way for text in texts for one in _spelled_out(text) for way in spellings(one)) for part, texts in written.items()
    }


def _spelled_out(text: str) -> list[str]:
    return [" ".join(chosen) for chosen in product(*(word.split("/") for word in text.split()))]


def renamings_of(tokens: Sequence[str], phrases: Phrases, *, held: Mapping[str, frozenset[int]], known: frozenset[str]) -> Renamings:
    """What is said for the choices with these tokens. Words that are in a printed name are left as they are, and so is the
    name of a card that is not to be chosen."""
    found: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = {}
    said = {part: phrases[part] for part in _parts(tokens) if part in phrases} | _of_a_row(tokens, phrases)
    for part, ways in said.items():
        printed = (stand_in(part),) if part.isdigit() or (part in tokens and is_silent(part)) else words(part)
        for phrase in ways:
            if (
                (part not in tokens and set(phrase) & set(printed) and not _adds_little(phrase, printed))
                or phrase == printed
                or _is_printed(phrase, held)
                or _is_form_of_one(phrase, [place for place, token in enumerate(tokens) if part in _parts([token])], held)
                or (len(phrase) == 1 and phrase[0] in known and phrase[0] not in held)
            ):
                continue
            found.setdefault(phrase[0], {})[phrase] = printed
    return {first: tuple(sorted(pairs.items(), key=lambda pair: (-len(pair[0]), pair))) for first, pairs in found.items()}


def _adds_little(phrase: tuple[str, ...], printed: tuple[str, ...]) -> bool:
    """Beside words that are printed, it has only small ones, or the number that is printed in another form ("4 of cups": cups 04)."""
    numbers = {int(word) for word in printed if word.isdigit()}
    more = {word for word in phrase if number_of(word) not in numbers}
    return _SILENT.issuperset(more - set(printed) - _OBJECTS)


def _of_a_row(tokens: Sequence[str], phrases: Phrases) -> dict[str, frozenset[tuple[str, ...]]]:
    """The last and the middle one of what is counted from 1 on: "the last path" is the fifth of five."""
    row = sorted({int(part) for token in tokens for part in token.split(">")[1:] if part.isdigit()})
    if row != list(range(1, len(row) + 1)) or len(row) < 3:
        return {}
    found = {str(row[-1]): phrases.get(LAST, frozenset())}
    if len(row) % 2:
        found[str(row[len(row) // 2])] = phrases.get(MIDDLE, frozenset())
    return {part: phrases.get(part, frozenset()) | ways for part, ways in found.items()}


def _is_printed(phrase: tuple[str, ...], held: Mapping[str, frozenset[int]]) -> bool:
    """All its words are read as they are; those that choose nothing by themselves are not."""
    return all(word in held and word not in _SILENT for word in phrase)


def _is_form_of_one(phrase: tuple[str, ...], places: Sequence[int], held: Mapping[str, frozenset[int]]) -> bool:
    """ "Haggling" is a form of a word that only some of the choices have: the Haggle, where others are bargains as well."""
    return len(phrase) == 1 and any(
        len(word) > LEAST_STEM and phrase[0].startswith(word[:-1]) and phrase[0][len(word) - 1 :] in _ENDINGS and found < set(places)
        for word, found in held.items()
    )


def _parts(tokens: Iterable[str]) -> list[str]:
    """The parts of tokens, the most special first: `coins-04>1` → `coins-04`, `coins`, `1`."""
    parts = [part for token in tokens for part in token.replace(":", ">").split(">")]
    return list(dict.fromkeys([*(part.split("-")[0] for part in parts), *parts]))


def _name(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in vocabulary.ARTICLES)


def renamed(line: Line, renamings: Renamings, *, kept: Sequence[tuple[int, int]] = ()) -> Line:
    """The line in printed words; the names that are `kept` stand as they are."""
    inside = {at: span for span in kept for at in range(*span)}
    said: list[str] = []
    breaks: list[str] = []
    place = 0
    while place < len(line.words):
        end = place + 1
        printed: tuple[str, ...] = line.words[place:end]
        for phrase, instead in renamings.get(line.words[place], ()):
            last = place + len(phrase)
            spans = {inside[at] for at in range(place, last) if at in inside}
            if any(start < place or end > last or _name(line.words[start:end]) != instead for start, end in spans):
                continue
            if line.words[place:last] == phrase and not any(line.breaks[place + 1 : last]):
                if any(word in vocabulary.NEGATIONS for word in phrase) and number_of(*line.words[last : last + 1] or ("",)) is not None:
                    continue  # "not play 2"
                printed, end = instead, last
                break
        said += printed
        breaks += [line.breaks[place], *([""] * (len(printed) - 1))]
        place = end
    return Line(tuple(said), tuple(breaks), line.end, line.odd)
