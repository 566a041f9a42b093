"""Replace synonyms of choices ("squeeze the peasants") by the printed words of the choices before a line is parsed."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from games.services.replies.reading import vocabulary
from games.services.replies.reading.folding import spellings, words
from games.services.replies.reading.tokens import Line

_SILENT = vocabulary.WEAK | vocabulary.DOUBTS | vocabulary.NEGATIONS

LEAST_STEM = 5
_ENDINGS = frozenset({"", "e", "s", "es", "en", "er", "t", "st", "ed", "ing"})

Phrases = Mapping[str, frozenset[tuple[str, ...]]]
"""Maps a part of a token to its synonyms, each a tuple of folded words."""
STAND_IN = "xchoice"
LAST, MIDDLE = "last", "middle"
"""Keys of the synonyms for the last and the middle one of numbered choices."""
Renamings = Mapping[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]
"""Maps the first word of synonyms to pairs of a synonym and the printed words that replace it, longest synonym first."""


def is_silent(token: str) -> bool:
    """Return whether a token consists of small words ("keep", "skip"), which name no choice within a sentence."""
    return _SILENT.issuperset(words(token))


def stand_in(token: str) -> str:
    """Return the artificial word that replaces the synonyms of a silent or numeric token. It cannot occur in a typed text."""
    return f"{STAND_IN}{token}"


def phrases_of(written: Mapping[str, Iterable[str]]) -> Phrases:
    """Expand the phrases of a file and split them into words: "buy/take her/him" stands for four phrases."""
    return {
        part: frozenset(way for text in texts for one in _spelled_out(text) for way in spellings(one)) for part, texts in written.items()
    }


def _spelled_out(text: str) -> list[str]:
    return [" ".join(chosen) for chosen in product(*(word.split("/") for word in text.split()))]


def renamings_of(tokens: Sequence[str], phrases: Phrases, *, held: Mapping[str, frozenset[int]], known: frozenset[str]) -> Renamings:
    """Return the replacements for the choices with these tokens.

    `held` maps the words of printed names to choices, `known` has further words of the game. Phrases of printed words, and names of cards
    that are no choices, are not replaced.
    """
    found: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = {}
    said = {part: phrases[part] for part in _parts(tokens) if part in phrases} | _of_a_row(tokens, phrases)
    for part, ways in said.items():
        places = [place for place, token in enumerate(tokens) if part in _parts([token])]
        printed = (stand_in(part),) if part.isdigit() or (part in tokens and is_silent(part)) else words(part)
        for phrase in ways:
            if (
                phrase == printed
                or _is_printed(phrase, held)
                or _is_form_of_one(phrase, places, held)
                or (len(phrase) == 1 and phrase[0] in known and phrase[0] not in held)
            ):
                continue
            found.setdefault(phrase[0], {})[phrase] = printed
    return {first: tuple(sorted(pairs.items(), key=lambda pair: (-len(pair[0]), pair))) for first, pairs in found.items()}


def _of_a_row(tokens: Sequence[str], phrases: Phrases) -> dict[str, frozenset[tuple[str, ...]]]:
    """Return the synonyms for the last and middle number of choices that are numbered from 1: "the last path" is the fifth of five."""
    row = sorted({int(part) for token in tokens for part in token.split(">")[1:] if part.isdigit()})
    if row != list(range(1, len(row) + 1)) or len(row) < 3:
        return {}
    found = {str(row[-1]): phrases.get(LAST, frozenset())}
    if len(row) % 2:
        found[str(row[len(row) // 2])] = phrases.get(MIDDLE, frozenset())
    return {part: phrases.get(part, frozenset()) | ways for part, ways in found.items()}


def _is_printed(phrase: tuple[str, ...], held: Mapping[str, frozenset[int]]) -> bool:
    """Return whether all words of a phrase are printed and not silent, so that it is matched without a replacement."""
    return all(word in held and word not in _SILENT for word in phrase)


def _is_form_of_one(phrase: tuple[str, ...], places: Sequence[int], held: Mapping[str, frozenset[int]]) -> bool:
    """Return whether a phrase is a form of a word that only some of the choices have: "haggling", if not all of them are a Haggle."""
    return len(phrase) == 1 and any(
        len(word) > LEAST_STEM and phrase[0].startswith(word[:-1]) and phrase[0][len(word) - 1 :] in _ENDINGS and found < set(places)
        for word, found in held.items()
    )


def _parts(tokens: Iterable[str]) -> list[str]:
    """Return the distinct parts of tokens, including suits: those of `coins-04>1` are `coins`, `1` and `coins-04`."""
    parts = [part for token in tokens for part in token.replace(":", ">").split(">")]
    return list(dict.fromkeys([*(part.split("-")[0] for part in parts), *parts]))


def _name(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in vocabulary.ARTICLES)


def renamed(line: Line, renamings: Renamings, *, kept: Sequence[tuple[int, int]] = ()) -> Line:
    """Return the line with synonyms replaced by printed words. The spans in `kept` stay unchanged."""
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
                printed, end = instead, last
                break
        said += printed
        breaks += [line.breaks[place], *([""] * (len(printed) - 1))]
        place = end
    return Line(tuple(said), tuple(breaks), line.end, line.odd)
