"""Fold texts for comparison: without case, accents, emoji and typographic marks; and split them into words of letters and digits."""

import re
import unicodedata
from functools import lru_cache

LONGEST = 2_000
_SIGNS = str.maketrans(
    {
        "œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "«": '"',
        "»": '"',
        "‹": '"', "›": '"', "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "…": " ... ", "№": "#", "→": ">", "⇒": ">", "➜": ">",
        "•": "*", "·": "*", "◦": "*", "▪": "*", "＃": "#", "\ufe0f": "", "\u20e3": "", "\u200d": "",
    }
)  # fmt: skip
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_WORD = re.compile(r"[^\W_]+")
_SPELLED_OUT = re.compile(r"\b([a-z])\. ?([a-z])\. ?([a-z])\b\.?")
"""An abbreviation of three letters: "s.v.p."."""
THUMB_UP, THUMB_DOWN = "yes", "no"
_THUMBS = re.compile("[👍👌✅✔☑🆗💯][\U0001f3fb-\U0001f3ff]?")
_THUMBS_DOWN = re.compile("[👎❌🚫][\U0001f3fb-\U0001f3ff]?")


@lru_cache(maxsize=4096)
def is_picture(char: str) -> bool:
    """Return whether the character is an emoji or another symbol."""
    return unicodedata.category(char) in ("So", "Sk", "Cs", "Co") or "\U0001f000" <= char <= "\U0001faff"


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """Return the text in lower case without accents and emoji, with typographic marks replaced by ASCII ones; at most `LONGEST` read."""
    text = unicodedata.normalize("NFC", text[:LONGEST]).translate(_SIGNS)
    text = unicodedata.normalize("NFKC", text).translate(_SIGNS).casefold()
    text = "".join(" " if is_picture(char) else char for char in text)
    if not text.isascii():
        text = "".join(char for char in unicodedata.normalize("NFD", text) if unicodedata.category(char) != "Mn")
    return _SPELLED_OUT.sub(r"\1\2\3", text)


def with_thumbs(text: str) -> str:
    """Return "yes" or "no" for a text of symbols and marks with a thumb up or down, "" for both, and any other text unchanged."""
    if any(char.isalnum() for char in text.translate(_SIGNS)):
        return text
    if _THUMBS.search(text):
        return "" if _THUMBS_DOWN.search(text) else THUMB_UP
    return THUMB_DOWN if _THUMBS_DOWN.search(text) else text


@lru_cache(maxsize=8192)
def words(text: str) -> tuple[str, ...]:
    """Return the folded words of a text: `L’Impératrice` gives `l`, `imperatrice`."""
    return tuple(_WORD.findall(plain(text)))


@lru_cache(maxsize=4096)
def spellings(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the folded words of a name in each common spelling: `Höhle` gives (`hohle`), (`hoehle`)."""
    first = words(text)
    other = words(unicodedata.normalize("NFC", text.casefold()).translate(_UMLAUTS))
    return (first,) if first == other else (first, other)
