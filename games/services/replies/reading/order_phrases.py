"""The phrases of standing orders: the file `orders.toml` in a game's folder, and the words that are the same in every game.

A phrase is a pattern over the folded text, tried in the order of the file. What it stands for is written as `@key` (what follows belongs to
this field; of `@one|other` the field that the order has), `@key=value`, `{token}` or nothing.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from itertools import chain

from games.rules.registry import all_games, folder
from games.services.replies.reading.folding import words

FILE = "orders.toml"
PROPOSED = frozenset(
    {"proposed", "as proposed", "the proposed one", "vorgeschlagen", "wie vorgeschlagen", "der vorschlag", "vorschlag"}
    | {"propose", "proposee", "comme propose", "la proposition", "proposition"}
)
WITHDRAWN = frozenset(
    {"none", "off", "no orders", "no order", "withdraw", "withdraw all", "cancel", "stop"}
    | {"keine", "keiner", "aus", "zuruckziehen", "loschen", "alle zuruckziehen", "aucun", "aucune", "annuler", "retirer", "plus rien"}
)
ARTICLES = frozenset(
    ["the", "a", "an", "of", "der", "die", "das", "den", "dem", "des", "le", "la", "les", "l", "un", "une", "du", "de", "d", "s"]
)
"""Words of names that people leave out."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The file of one game."""

    starts: frozenset[str] = frozenset()
    """Words with which such an order begins."""
    phrases: tuple[tuple[re.Pattern[str], str], ...] = ()
    empty: frozenset[str] = frozenset()
    """Words that say nothing."""
    named: str = ""
    """An opening whose orders last: it has to be said, or what the order is for (the field `subject`)."""
    subject: str = ""
    loose: frozenset[str] = ARTICLES
    """Words of names that people leave out."""


@cache
def wording_of(key: str) -> Wording:
    """The file of a game; a game without one reads orders in its own words only."""
    path = folder(key) / FILE
    if not path.exists():
        return Wording()
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    phrases = tuple((re.compile(rf"(?<![\w@={{>])(?:{pattern})(?![\w=>}}])"), f" {means} ") for pattern, means in said["phrases"])
    lasting, loose = (said.get("named", ""), said.get("subject", "")), ARTICLES.union(said.get("loose", "").split())
    return Wording(frozenset(said["starts"].split()), phrases, frozenset(said["empty"].split()), *lasting, loose)


@cache
def starts() -> frozenset[str]:
    """Words with which an order begins in some game."""
    return frozenset(chain.from_iterable(wording_of(key).starts for key in all_games()))


def is_proposed(text: str) -> bool:
    """The order that the game proposes, whatever it says."""
    return " ".join(words(text)) in PROPOSED
