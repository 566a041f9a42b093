"""Load the phrases of standing orders: the file `orders.toml` in a game's folder, and words that are the same in every game.

A phrase is a regular expression over the folded text; phrases are applied in the order of the file. Its replacement is `@key` (the
following values belong to this field; `@one|other` means the field that the order has), `@key=value`, `{token}` or "".
"""

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
"""Words of names that writers omit."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The content of the file of one game."""

    starts: frozenset[str] = frozenset()
    """Words with which an order of the game begins."""
    phrases: tuple[tuple[re.Pattern[str], str], ...] = ()
    empty: frozenset[str] = frozenset()
    """Words without a meaning."""
    named: str = ""
    """The opening of orders that stay in force. The text must contain it, or the field `subject`."""
    subject: str = ""
    loose: frozenset[str] = ARTICLES
    """Words of names that writers omit."""


@cache
def wording_of(key: str) -> Wording:
    """Load the file of a game. Without one, orders of the game are parsed in its order syntax only."""
    path = folder(key) / FILE
    if not path.exists():
        return Wording()
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    phrases = tuple((re.compile(rf"(?<![\w@={{>])(?:{pattern})(?![\w=>}}])"), f" {means} ") for pattern, means in said["phrases"])
    lasting, loose = (said.get("named", ""), said.get("subject", "")), ARTICLES.union(said.get("loose", "").split())
    return Wording(frozenset(said["starts"].split()), phrases, frozenset(said["empty"].split()), *lasting, loose)


@cache
def starts() -> frozenset[str]:
    """Return the words with which an order begins in any game."""
    return frozenset(chain.from_iterable(wording_of(key).starts for key in all_games()))


def is_proposed(text: str) -> bool:
    """Return whether the text refers to the order that the game proposes."""
    return " ".join(words(text)) in PROPOSED
