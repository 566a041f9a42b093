"""French contracts a short word with what follows: « de » and « Ada » are « d’Ada », « de » and « Le Barde » are « du Barde »."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import lru_cache

JOINED = re.compile(r"\b(de|que|lorsque|puisque|à) \{(\w+)\}", re.IGNORECASE)
CONTRACTED = {"de": {"Le ": "du ", "Les ": "des "}, "à": {"Le ": "au ", "Les ": "aux "}}
FIRST = re.compile(r"(?<![0-9:])1 (?=[a-zé])")
VOWELS = frozenset("aeiouh")


def filled(text: str, values: Mapping[str, str], ours: Collection[str] = ()) -> str:
    """The text with its gaps filled. `ours` are the gaps for words of the catalogue: only their article changes, never a person's name."""
    if _joins(text):
        text = JOINED.sub(lambda gap: _joined(gap, values, ours), text)
    return text.format(**values)


@lru_cache(maxsize=4096)
def _joins(text: str) -> bool:
    return JOINED.search(text) is not None


def _joined(gap: re.Match[str], values: Mapping[str, str], ours: Collection[str]) -> str:
    """The replacement of a short word and its gap; a value without its article is inserted, with its braces doubled."""
    word, key = gap.groups()
    value = values[key]
    for article, short in CONTRACTED.get(word.lower(), {}).items():
        if key in ours and value.startswith(article):
            rest = value.removeprefix(article).replace("{", "{{").replace("}", "}}")
            return (short.capitalize() if word[0].isupper() else short) + rest
    if word.lower() != "à" and _elides(value):
        return f"{word[:-1]}’{{{key}}}"
    return gap[0]


def first_of_month(date: str) -> str:
    """« lundi 1er novembre » where a format gave « lundi 1 novembre »; other days are plain numbers."""
    return FIRST.sub("1er ", date, count=1)


def _elides(value: str) -> bool:
    """Whether a word begins with a vowel or a silent h, whatever its accents; « œ » counts, « y » only before a consonant."""
    bare = unicodedata.normalize("NFD", value.casefold().replace("œ", "oe").replace("æ", "ae"))
    if bare.startswith("y"):
        return len(bare) > 1 and bare[1].isalpha() and bare[1] not in VOWELS
    return bare[:1] in VOWELS
