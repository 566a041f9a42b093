"""Tokenise a line into folded words and the clause breaks between them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from games.services.replies.reading import phrases
from games.services.replies.reading.folding import plain
from games.services.replies.reading.numbers import PRONOUNS, joined
from games.services.replies.reading.places import as_ordinals
from games.services.replies.reading.vocabulary import word_set

_WORD = re.compile(r"[^\W_]+")
_GLUED = re.compile(r"(?<=[^\W\d_]{2})(?=[0-9])")
_BREAK = re.compile(r"[.!?;:,()\[\]]|\s-+\s|--|\.\.\.")
_HANDED = re.compile(r"(?<!other )\bhand (?=(?:the|my|him|her|them)\b)")
"""The verb "hand", not the noun: "hand the moon on"."""
_ORDERED = re.compile(r"\b((?:i['’ ]?ll|i will|i['’ ]d like to|let me|can i|could i) )have (?=(?:the|that|this)\b)")
"""The verb "have" in the meaning of "take": "I'll have the troll"."""
_THAT_IS = re.compile(r"\b(?:i\.\s?e\.|d\.\s?h\.|c\.?-?\s?a\.?-?\s?d\.),?")
"""Abbreviations whose full stops end no sentence."""
_DRAWN_OUT = re.compile(r"([^\W\d])\1{2,}")
"""A letter that is repeated for emphasis: "pleeease"."""
_NTH = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth", "7th": "seventh"} | {
    f"{number}{ending}": word
    for number, word in enumerate("premier deuxieme troisieme quatrieme cinquieme sixieme septieme".split(), start=1)  # noqa: SIM905
    for ending in ("e", "eme", "ieme")
}
_WITH_NUMBER = re.compile(r"\b([2-9]|1\d)er(?:[ -]([^\W\d_]+))?\b")
"""German for the card with this number: "den 2er Mond"."""
_TYPED = {
    "teh": "the", "hte": "the", "jai": "j ai", "cest": "c est", "jvais": "je vais", "jveux": "je veux", "jme": "je me", "chuis": "je suis",
    "jprends": "je prends", "jlachete": "je l achete", "jachete": "j achete", "jenleve": "j enleve", "jutilise": "j utilise",
    "jsuis": "je suis", "jpasse": "je passe", "jlaisse": "je laisse", "dla": "de la", "aufn": "auf den", "aufs": "auf das", "nen": "einen",
    "fürn": "fur den", "wanna": "want to", "lemme": "let me", "ima": "i will", "imma": "i will",
    "firstly": "first", "secondly": "second", "thirdly": "third", "pr": "pour",
    "thats": "that s", "whats": "what s", "heres": "here s", "theres": "there s", "cetait": "c etait", "gibts": "gibt es",
}  # fmt: skip
"""Common contractions and typing errors of small words, with their regular form."""
_WITH_ES = frozenset({"kriegts", "bekommts", "nimmts", "machts", "wirds", "ists", "ichs", "nehms", "nehmes"})
"""German words with a shortened "es" at the end."""
_IN_A_HURRY = re.compile(rf"\b(?:{'|'.join(_TYPED)})\b")
_ON_THE = re.compile(r"\b(unter|uber|hinter|neben)s\b")
"""A preposition with its article: "unters Nest"."""
_NO = re.compile(r"\b(path|pfad|chemin) (?:no|nr|number|nummer|numero|num|n)\b[.°]? ?(\w+)")
_QUITE = re.compile(r"\b100 ?(?:%|percent|prozent|pour cent)")
_DAS_WARS = re.compile(r"\bdas war ?['’]?s\b")
"""German for "that is all": not the card War."""
_P = re.compile(r"\b(?:p|ch)\.? ?([1-9])\b")
_L_AS = re.compile(r"(?<!tu )(?<!on )(?<!il )\b(l|mon|cet|un)(?:['’ ]|\s)as\b")
"""The French ace. "as" is another word in English, and a verb form after a subject."""
_NO_LONGER = re.compile(r"\b(n['’ ]|ne )(ai|a|as|avons|avez|ont) plus (?=d(?:e |['’ ]))(?!d['’ ]actions?\b)")
"""French for having no more of something: a negation, although "plus" alone is none."""
_AMONG = frozenset({"of", "der", "des", "von"})
_SOME = frozenset({"two", "three", "beiden", "dreien", "deux", "trois"})
"""Words after "one of": no choice is named yet."""
_AMOUNT = re.compile(
    r"[%€$£@°\\×]|\d[.,]\d|\d\s*[:x/]\s*\d|\bx\d|\d\s*-\s*\d|\d\.?\s+(?:bis|until|till|au)\s+(?:\w+\.?\s+)?\d"
    r"|\d\.?\s+(?:januar|january|janvier|februar|february|fevrier|marz|march|mars|april|avril|juni|june|juin|juli|july|juillet|august|aout"
    r"|september|septembre|oktober|october|octobre|november|novembre|dezember|december|decembre)\b|\b1\. fc\b"
)


@dataclass(frozen=True, slots=True)
class Line:
    """The folded words of a line. `breaks[i]` is the text before word i if a clause ends there, else ""."""

    words: tuple[str, ...]
    breaks: tuple[str, ...]
    end: str
    """The marks after the last word."""
    odd: bool
    """Whether the line has signs of amounts, times or addresses, so that its numbers may not be choices."""

    @property
    def asks(self) -> bool:
        """Whether the line ends in a question mark."""
        return "?" in self.end

    def part(self, start: int, end: int) -> Line:
        """Return the words from `start` to `end` as a line."""
        after = self.breaks[end] if end < len(self.words) else self.end
        return Line(self.words[start:end], ("", *self.breaks[start + 1 : end]), after, self.odd)

    def clauses(self) -> list[tuple[int, int]]:
        """Return the start and end of each run of words between breaks."""
        starts = [0, *(place for place in range(1, len(self.words)) if self.breaks[place])]
        return [(start, end) for start, end in zip(starts, [*starts[1:], len(self.words)], strict=True) if start < end]


@lru_cache(maxsize=4096)
def line_of(text: str) -> Line:
    """Tokenise a text. Phrases without a meaning of their own ("why not", "s'il te plaît") are removed."""
    folded = _IN_A_HURRY.sub(lambda found: _TYPED[found[0]], plain(text))
    folded = _ON_THE.sub(r"\1 das", _NO.sub(r"\1 \2", folded))
    folded = _DAS_WARS.sub("das wars", _QUITE.sub(" sure", folded))
    folded = _P.sub(r"path \1", folded)
    folded = _NO_LONGER.sub(r"\1\2 jamais ", folded)
    folded = _L_AS.sub(r"\1 ass", folded)
    folded = _WITH_NUMBER.sub(lambda found: f"{found[2] or ''} {found[1]}", _THAT_IS.sub(" ", folded))
    folded = _GLUED.sub(" ", as_ordinals(_ORDERED.sub(r"\1take ", _HANDED.sub("give ", folded))))
    words: list[str] = []
    breaks: list[str] = []
    last = 0
    for found in _WORD.finditer(folded):
        between = folded[last : found.start()]
        marks = _BREAK.search(between)
        word = _DRAWN_OUT.sub(r"\1", found[0])
        words.append(_NTH.get(word, word[:-1] if word in _WITH_ES else word))
        breaks.append((between.strip() or "-") if marks and words[:-1] else "")
        last = found.end()
    line = _with_numbers(words, breaks, folded[last:].strip(), _AMOUNT.search(folded) is not None)
    return _without_phrases(_without_waiting(line))


def _with_numbers(words: list[str], breaks: list[str], end: str, odd: bool) -> Line:
    """Return the line with numbers of several words joined to one: "twenty-one" becomes "21"."""
    place = 0
    while place < len(words) - 1:
        for length in (3, 2):
            if place + length <= len(words) and not any(breaks[place + 1 : place + length]):
                one = joined(tuple(words[place : place + length]))
                if len(one) == 1:
                    words[place : place + length] = one
                    breaks[place : place + length] = [breaks[place]]
                    break
        place += 1
    return Line(tuple(words), tuple(breaks), end, odd)


_PHRASES: dict[str, list[tuple[str, ...]]] = {}
for _phrase in phrases.HARMLESS_PHRASES:
    _PHRASES.setdefault(_phrase.split()[0], []).append(tuple(_phrase.split()))


_WAITED_FOR = word_set("what how if whether who where was wie ob wer wen wo wohin ce comment si qui ou")
"""Words after `phrases.SEEING` that begin what the writer waits for."""


def _without_waiting(line: Line) -> Line:
    """Return the line without a remark behind a mark that waits for what comes of the choice: "…, let's see what's coming"."""
    for start, end in line.clauses()[:0:-1]:
        said = line.words[start:end]
        length = max((len(seen) for phrase in phrases.SEEING if said[: len(seen := tuple(phrase.split()))] == seen), default=0)
        if length and length < len(said) and said[length] in _WAITED_FOR and "?" not in line.part(start, end).end:
            words, breaks = (*line.words[:start], *line.words[end:]), (*line.breaks[:start], *line.breaks[end:])
            line = Line(words, breaks, line.end, line.odd)
    return line


def _is_no_group(words: list[str], place: int) -> bool:
    """Return whether "of" continues a choice, as in "one of the two" or "die Vier der Stäbe", so that the phrase must be kept."""
    return (bool(place) and words[place - 1] in PRONOUNS and words[place + 2 : place + 3] != [] and words[place + 2] in _SOME) or words[
        place + 2 : place + 3
    ] == ["der"]


def _without_phrases(line: Line) -> Line:
    """Return the line without the phrases of `phrases.HARMLESS_PHRASES`, whose single words would be misread."""
    words, breaks = list(line.words), list(line.breaks)
    place = 0
    while place < len(words):
        fits = [phrase for phrase in _PHRASES.get(words[place], ()) if tuple(words[place : place + len(phrase)]) == phrase]
        if fits and not (words[place] in _AMONG and _is_no_group(words, place)):
            length = max(len(phrase) for phrase in fits)
            before = breaks[place]
            del words[place : place + length], breaks[place : place + length]
            if place < len(words):
                breaks[place] = breaks[place] or before if place else ""
        else:
            place += 1
    return Line(tuple(words), tuple(breaks), line.end, line.odd)
