"""Other names of cards and actions in typed answers: `7 of cups`, `XIV`, `trump 3`, `queen of pentacles`, `top card`."""

import re

from games.rules.messages import plain
from games.rules.notation import split_digits
from games.rules.tempting_fate.tarot import COINS, CUPS, MAJORS, NUMERALS, SWORDS, TAROT, WANDS

_SYNONYMS = {
    r"pentacles|pantacles|dis[ck]s": COINS,
    r"papess": "priestess",
    r"pope": "hierophant",
    r"top card(?: of (?:the|my) deck)?|blind(?:ly)?": "deck",
    r"attack": "play",
    r"take": "remove",
    r"off": "from",
}
_OTHER_NAMES = [(re.compile(rf"\b(?:{words})\b", re.IGNORECASE), name) for words, name in _SYNONYMS.items()]

_PATH_FIRST = re.compile(r"\b(?:path (?P<path>[0-9])|^(?P<bare>[0-9]) ?:)[:, ]+(?P<card>[^:]+)", re.IGNORECASE)
_SUIT = f"(?P<suit>{'|'.join((COINS, CUPS, SWORDS, WANDS))})"
_RANK_OF = re.compile(rf"\b(?P<rank>[0-9]{{1,2}}) ?of (?:the )?{_SUIT}\b", re.IGNORECASE)
_SUIT_RANK = re.compile(rf"(?<![0-9] )\b{_SUIT}[- ]?(?P<rank>[0-9]{{1,2}})\b", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]+")

_NUMERAL = "|".join(sorted(NUMERALS, key=len, reverse=True))
_CODE = re.compile(rf"(?:major|{COINS}|{CUPS}|{SWORDS}|{WANDS})-[0-9]{{2}} ?> ?[0-9]", re.IGNORECASE)
"""A stored answer."""
_TRUMP = re.compile(rf"\b(?:trump|major)[- ]?(?P<number>[0-9]{{1,2}}|{_NUMERAL})\b", re.IGNORECASE)
_BARE_NUMERAL = re.compile(rf"\b(?!i\b|0\b)(?P<number>{_NUMERAL})\b", re.IGNORECASE)
"""Without I, the Magician's numeral, which is also a pronoun."""


def hear(text: str) -> str:
    """The text with other names replaced by card names: `7 of cups on 2` → `Seven of Cups on 2`.

    A figure behind a suit is a rank only where another number names the path: `cups 3` is any cups card on path 3.
    """
    if _CODE.fullmatch(text.strip()):
        return text  # a stored code must not be changed
    text = split_digits(text)
    for pattern, name in _OTHER_NAMES:
        text = pattern.sub(name, text)
    text = _PATH_FIRST.sub(lambda found: f"{found['card']} on path {found['path'] or found['bare']}", text)
    text = _RANK_OF.sub(_minor, text)
    if len(_NUMBER.findall(text)) > 1:
        text = _SUIT_RANK.sub(_minor, text)
    return _BARE_NUMERAL.sub(_trump, _TRUMP.sub(_trump, text))


def _minor(found: re.Match[str]) -> str:
    rank = int(found["rank"])
    code = f"{found['suit'].casefold()}-{rank:02}"
    return plain(TAROT[code].name) if code in TAROT else found[0]


def _trump(found: re.Match[str]) -> str:
    said = found["number"].upper()
    number = NUMERALS.index(said) if said in NUMERALS else int(said)
    return plain(MAJORS[number][0]) if number < len(MAJORS) else found[0]
