"""The features of a text for the estimate of the wish: its words and pairs of words, with cards, numbers, days, addresses and codes as
kinds."""

import re
from collections.abc import Sequence
from itertools import pairwise

from games.services.replies.reading.card_names import spans_of
from games.services.replies.reading.command_phrases import TABLE_CODE
from games.services.replies.reading.folding import plain
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.vocabulary import word_set

_TOKEN = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[^\W_]+|[?!:]")
_DAYS = word_set(
    "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun weekend montag dienstag mittwoch donnerstag",
    "freitag samstag sonnabend sonntag wochenende lundi mardi mercredi jeudi vendredi samedi dimanche january february march april may",
    "june july august september october november december jan feb mar apr jun jul aug sep oct nov dec januar februar marz mai juni juli",
    "oktober dezember okt dez janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre",
    "tomorrow morgen demain christmas weihnachten noel easter ostern paques",
)
_STEM = 5
"""Letters of the beginning of a word that are a feature beside the word, for its inflected forms."""


def features_of(lines: Sequence[str], most: int) -> frozenset[str] | None:
    """Return the features of the lines; None for more than `most` words."""
    by_line = [_kinds([found[0] for found in _TOKEN.finditer(plain(line))]) for line in lines]
    tokens = [token for one in by_line for token in ("<", *one) if one]
    if len(tokens) > most:
        return None
    found = {*tokens, *(f"{first} {second}" for first, second in pairwise(tokens))}
    found |= {f"~{token[:_STEM]}" for token in tokens if len(token) > _STEM and token[0].isalpha()}
    found |= {f"{first}..{third}" for first, third in zip(tokens, tokens[2:], strict=False)}
    return frozenset(found | {f"length {min(8, len(tokens) // 4)}"})


def _kinds(tokens: Sequence[str]) -> list[str]:
    """Return the tokens of a line, with kinds in their place; a name of a card is one token."""
    kinds: list[str] = []
    done = 0
    for start, end, _cards in spans_of(tokens):
        kinds += [*map(_kind_of, tokens[done:start]), "<card>"]
        done = end
    return [*kinds, *map(_kind_of, tokens[done:])]


def _kind_of(token: str) -> str:
    """Return the token, or its kind: an address, a code of a table, a day, a number."""
    if "@" in token:
        return "<address>"
    if token in _DAYS:
        return "<day>"
    if any(char.isdigit() for char in token) and any(char.isalpha() for char in token) and 5 < len(token) < 10:
        return "<code>"
    if TABLE_CODE.fullmatch(token) and any(char.isdigit() for char in token):
        return "<code>"
    return "<number>" if number_of(token) is not None else token
