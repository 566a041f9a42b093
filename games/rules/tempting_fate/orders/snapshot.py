"""The paths as they lay when an order was left, kept in its text: `since 3.0 2.1 …` is the length and the tokens of each path."""

from __future__ import annotations

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


def came_true(view: View, terms: Terms) -> bool:
    """Whether the attack did to the named path what the order speaks of, and to no other; the own turn so far is taken back for that."""
    path, removed = int(terms["path"][0]) - 1, terms["card"] == (REMOVED,)
    lengths, tokens = _then(terms)
    lengths[path] -= removed
    here, left = _before_the_turn(view)
    numbered = not terms["gets"] or str(left[path] - tokens[path]) in terms["gets"]
    return here == lengths and (removed or (left[path] > tokens[path] and numbered))


def _before_the_turn(view: View) -> tuple[list[int], list[int]]:
    """Lengths and tokens as the attack left them. Cards are placed only where no token is left, so none is missed under a new card."""
    paths = view.table["paths"]
    lengths, tokens = [len(path) for path in paths], [tokens_on(path) for path in paths]
    for action in view.table["draft"]:
        verb, where = READ[action]
        lengths[where] -= verb != REMOVE
        tokens[where] += verb == REMOVE
    return lengths, tokens


def _then(terms: Terms) -> tuple[list[int], list[int]]:
    pairs = [word.split(".") for word in terms["since"]]
    return [int(length) for length, _tokens in pairs], [int(tokens) for _length, tokens in pairs]
