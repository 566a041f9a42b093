"""The paths as they lay when an order was left, kept in its text: `since 3.0 2.1 …` is the length and the tokens of each path."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.contract import View
from games.rules.order_book import Terms
from games.rules.tempting_fate.board import tokens_on
from games.rules.tempting_fate.plan import READ, REMOVE

REMOVED = "removed"


def of(view: View) -> tuple[str, ...]:
    """The paths now."""
    return tuple(f"{len(path)}.{tokens_on(path)}" for path in view.table["paths"])


def unchanged(view: View, terms: Terms, attack: str) -> bool:
    """Whether the path of an attack lies as it did."""
    path = int(attack.rpartition(">")[2]) - 1
    return of(view)[path] == terms["since"][path]


def came_true(view: View, terms: Terms, done: Sequence[str]) -> bool:
    """Whether the attack did to the named path what the order speaks of; `done` are the own actions made since."""
    path, removed = int(terms["path"][0]) - 1, terms["card"] == (REMOVED,)
    lengths, tokens = _then(terms)
    now = [tuple(map(int, word.split("."))) for word in of(view)]
    lengths[path] -= removed
    taken = 0
    for action in done:
        verb, where = READ[action]
        if verb != REMOVE:
            lengths[where] += 1
        elif where == path:
            taken += 1
    if [length for length, _tokens in now] != lengths:
        return False
    return removed or now[path][1] + taken > tokens[path] or (now[path][1] == 0 and taken > tokens[path])


def _then(terms: Terms) -> tuple[list[int], list[int]]:
    pairs = [word.split(".") for word in terms["since"]]
    return [int(length) for length, _tokens in pairs], [int(tokens) for _length, tokens in pairs]
