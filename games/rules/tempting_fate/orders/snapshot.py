"""The state of the paths when an order was left, stored in its text: `since 3.0 2.1 …` is length and tokens of each path."""

from games.rules.contract import View
from games.rules.order_book import Terms
from games.rules.tempting_fate.board import tokens_on
from games.rules.tempting_fate.plan import READ, REMOVE

REMOVED = "removed"


def taken(view: View) -> tuple[str, ...]:
    """The current state of the paths."""
    return tuple(f"{len(path)}.{tokens_on(path)}" for path in view.table["paths"])


def unchanged(view: View, terms: Terms, attack: str) -> bool:
    """Whether the path of an attack is as it was when the order was left."""
    path = int(attack.rpartition(">")[2]) - 1
    return taken(view)[path] == terms["since"][path]


def condition_met(view: View, terms: Terms) -> bool:
    """Whether the attack had the outcome of the order on its path, and no other path changed. The own draft is not counted."""
    path, removed = int(terms["path"][0]) - 1, terms["card"] == (REMOVED,)
    lengths, tokens = _recorded(terms)
    lengths[path] -= removed
    lengths_now, tokens_now = _before_the_turn(view)
    numbered = not terms["gets"] or str(tokens_now[path] - tokens[path]) in terms["gets"]
    return lengths_now == lengths and (removed or (tokens_now[path] > tokens[path] and numbered))


def _before_the_turn(view: View) -> tuple[list[int], list[int]]:
    """Lengths and tokens after the attack, before the own draft. Cards are placed only on paths without tokens, so none are covered."""
    paths = view.table["paths"]
    lengths, tokens = [len(path) for path in paths], [tokens_on(path) for path in paths]
    for action in view.table["draft"]:
        verb, where = READ[action]
        lengths[where] -= verb != REMOVE
        tokens[where] += verb == REMOVE
    return lengths, tokens


def _recorded(terms: Terms) -> tuple[list[int], list[int]]:
    pairs = [word.split(".") for word in terms["since"]]
    return [int(length) for length, _tokens in pairs], [int(tokens) for _length, tokens in pairs]
