"""Other names of cards and actions in typed answers: `sun3`, `3 of moons`, `Hands of Fate 4`, `player 2`."""

import re

from games.rules.destined_to_fail.cards import SUITS

_WORDS = ("one", "two", "three", "four", "five", "six", "seven")
_RANK = rf"(?P<rank>[1-7]|{'|'.join(_WORDS)})"
_SUIT = rf"(?P<suit>{'|'.join(SUITS)})"
_SYNONYMS = {
    r"hands of fate": "hands",
    r"eyes of destiny": "eyes",
    r"(sun|moon|star|orb)s": r"\1",
    r"player": "seat",
    r"token": "keep",
    r"give(?: it)?": "play",
}
_OTHER_NAMES = [(re.compile(rf"\b{words}\b", re.IGNORECASE), name) for words, name in _SYNONYMS.items()]
_RANK_OF = re.compile(rf"\b{_RANK} (?:of )?(?:the )?{_SUIT}\b(?!-)", re.IGNORECASE)
_SUIT_RANK = re.compile(rf"\b{_SUIT}[ #]{{0,2}}{_RANK}\b", re.IGNORECASE)


def hear(text: str) -> str:
    """The text with other names replaced by tokens: `three of moons` → `moon-3`."""
    for pattern, name in _OTHER_NAMES:
        text = pattern.sub(name, text)
    return _RANK_OF.sub(_face, _SUIT_RANK.sub(_face, text))


def _face(found: re.Match[str]) -> str:
    rank = found["rank"].casefold()
    return f"{found['suit']}-{_WORDS.index(rank) + 1 if rank in _WORDS else rank}"
