"""Recognise numbers and ordinals, in digits and in English, German and French words."""

import re
from functools import lru_cache

from games.services.replies.reading.folding import words
from games.services.replies.reading.places import LAST_BUT_ONE, LAST_BUT_TWO
from games.services.replies.reading.vocabulary import word_set

_EN = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_EN_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
_DE = "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn"
_DE_TENS = "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig"
_DE_ORDINALS = "erst zweit dritt viert funft sechst siebt acht neunt zehnt elft zwolft dreizehnt vierzehnt funfzehnt"
_FR = "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
_FR_TENS = "vingt trente quarante cinquante soixante"
_FR_ORDINALS = "premier deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme onzieme douzieme treizieme"


def _cardinals() -> dict[str, int]:
    """Return the cardinal numbers by folded words."""
    found = {word: number for line in (_EN, _DE, _FR) for number, word in enumerate(line.split())}
    for place, ten in enumerate(_EN_TENS.split(), start=2):
        found[ten] = 10 * place
    units = ["ein", *_DE.split()[2:10]]
    for place, ten in enumerate(_DE_TENS.split(), start=2):
        found[ten] = 10 * place
        found |= {f"{unit}und{ten}": 10 * place + number for number, unit in enumerate(units, start=1)}
    for place, ten in enumerate(_FR_TENS.split(), start=2):
        found[ten] = 10 * place
    found |= {word.replace("funf", "fuenf").replace("zwolf", "zwoelf"): number for word, number in found.items()}
    found |= {
        "nought": 0,
        "naught": 0,
        "nil": 0,
        "zwo": 2,
        "dreissig": 30,
        "dreißig": 30,
        "einser": 1,
        "zweier": 2,
        "dreier": 3,
        "vierer": 4,
        "funfer": 5,
        "fuenfer": 5,
    }
    return found


def _ordinals() -> dict[str, int]:
    """Return the ordinal numbers by folded words, including common typos."""
    found = {word: number for number, word in enumerate(_EN_ORDINALS.split(), start=1)}
    for number, stem in enumerate(_DE_ORDINALS.split(), start=1):
        for ending in ("e", "er", "es", "en", "em", "ens"):
            found[stem + ending] = found[(stem + ending).replace("funf", "fuenf").replace("zwolf", "zwoelf")] = number
    found |= {word: number for number, word in enumerate(_FR_ORDINALS.split(), start=1)}
    found |= {f"oberst{ending}": 1 for ending in ("e", "er", "es", "en")}
    return found | {
        "premiere": 1,
        "seconde": 2,
        "siebente": 7,
        "siebenten": 7,
        "topmost": 1,
        "forth": 4,
        "fith": 5,
        "thrid": 3,
        "fourht": 4,
        "zuoberst": 1,
    }


CARDINALS = _cardinals()
ORDINALS = _ordinals()
LAST = word_set(
    "last bottom bottommost letzte letzter letztes letzten letztere unterste unterster unterstes untersten zuunterst dernier",
    "derniere",
)
MIDDLE = frozenset({"middle", "mittlere", "mittlerer", "mittleres", "mittleren", "milieu"})
_FROM_BELOW = {LAST_BUT_ONE: -3, LAST_BUT_TWO: -4}
PRONOUNS = frozenset({"one", "un", "une", "ein", "eine"})
"""Words for 1 that count as a number only if the text has no other number: "the second one"."""

_NUMERAL = re.compile(r"([0-9]{1,4})(st|nd|rd|th|te|ter|tes|ten|er|ere|e|eme|ieme)?")


@lru_cache(maxsize=8192)
def number_of(word: str, *, least: int = 0) -> int | None:
    """Return the number that a folded word means, or None. -1: last, -2: middle, -3: last but one, -4: last but two."""
    if (found := _NUMERAL.fullmatch(word)) is not None:
        return int(found[1])
    if word in LAST:
        return -1
    if word in MIDDLE:
        return -2
    if word in _FROM_BELOW:
        return _FROM_BELOW[word]
    return CARDINALS.get(word, ORDINALS.get(word))


@lru_cache(maxsize=8192)
def is_ordinal(word: str) -> bool:
    """Return whether the word is an ordinal ("second", "2nd", "zweite"): a position in a list, never an amount."""
    return (
        word in ORDINALS
        or word in LAST
        or word in MIDDLE
        or word in _FROM_BELOW
        or (word[:1].isdigit() and not word.isdigit() and number_of(word) is not None)
    )


def joined(typed: tuple[str, ...]) -> tuple[str, ...]:
    """Join numbers of several words: "twenty", "one" to "21"; "vingt", "et", "un" to "21"; "dix", "sept" to "17"."""
    out: list[str] = []
    place = 0
    while place < len(typed):
        ten = CARDINALS.get(typed[place], 0)
        skip = 2 if typed[place + 1 : place + 2] == ("et",) else 1
        unit = CARDINALS.get(typed[place + skip], 0) if place + skip < len(typed) else 0
        if (ten >= 20 and ten % 10 == 0 and 1 <= unit <= 9 and not typed[place].isdigit()) or (
            ten == 10 and typed[place] == "dix" and 7 <= unit <= 9
        ):
            out.append(str(ten + unit))
            place += skip + 1
        else:
            out.append(typed[place])
            place += 1
    return tuple(out)


def bare(text: str) -> int | None:
    """Return the number of a text that consists of one number (`2`, `#2`, `2)`, `2.`, `(2)`, `two`), else None."""
    found = words(text)
    return number_of(found[0]) if len(found) == 1 else None
