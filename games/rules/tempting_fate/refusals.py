"""Reasons why something cannot be done now, for error texts and barred choices. Computed from the seat's own view only."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.rules.contract import Barred, Decision, View
from games.rules.errors import Illegal, Reason
from games.rules.messages import msg
from games.rules.tempting_fate.board import PATHS
from games.rules.tempting_fate.plan import REMOVE, Plan, plan_seen
from games.rules.tempting_fate.words import path_id
from games.rules.tempting_fate.zener import ZENER

NO_SUCH_PATH: Reason = (msg("There are five paths, numbered 1 to 5."), "no_such_path", "R1")
DECK_EMPTY: Reason = (msg("Your deck is empty."), "deck_empty", "R18")
NOT_IN_HAND: Reason = (msg("You do not hold that card."), "not_in_hand", "")
SAY_THE_RANK: Reason = (
    msg("Name the card in words or by its code, then the path: “five of cups on 2”, or “cups-05>2”."),
    "unclear_card",
    "",
)
NUMBERS = tuple(str(number) for number in range(10))
"""All digits, so that a wrong path number gets a specific reason."""
TAKING = (REMOVE, "token", "tokens")
DRAWING = ("deck", "unseen", "top")
WORDS = (*TAKING, *DRAWING, *NUMBERS, "path")
"""The words of the game that are no cards."""


def explain(view: View, decision: Decision, text: str) -> Illegal | None:
    words = re.findall(r"\w+(?:-\w+)*", text.casefold())
    reasons = _for_fate if decision.kind == "action" else _for_querent
    found = next(reasons(view.table, words), None)
    return Illegal(*found) if found else None


def _numbers_in(words: Sequence[str]) -> list[int]:
    return [int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 4]


def _path_in(words: Sequence[str]) -> int | None:
    """The path: the last integer of a text; None without one."""
    return next(reversed(_numbers_in(words)), None)


def _for_fate(table: Mapping[str, Any], words: Sequence[str]) -> Iterator[Reason]:
    plan, path = plan_seen(table), _path_in(words)
    taking = any(word in TAKING for word in words)
    if path is not None and not 1 <= path <= PATHS:
        yield NO_SUCH_PATH
    elif path is not None and taking and not plan.tokens[path - 1]:
        yield (msg("No token lies on path {n}.", n=path), "no_token", "R5")
    elif path is not None and not taking and plan.tokens[path - 1]:
        yield _blocked(path)
    if any(word in DRAWING for word in words) and not plan.deck:
        yield DECK_EMPTY
    if any(word in ZENER and word not in plan.hand for word in words):
        yield NOT_IN_HAND
    if plan.resources < plan.left:
        yield msg("You cannot make all actions that are left: only those that complete a path are allowed."), "must_win", "R16"


def _for_querent(table: Mapping[str, Any], words: Sequence[str]) -> Iterator[Reason]:
    path = _path_in(words)
    if path is not None and not 1 <= path <= PATHS:
        yield NO_SUCH_PATH
    elif path is not None and not table["paths"][path - 1]:
        yield _empty(path)
    if any(word in DRAWING for word in words):
        if not table["tarot_deck"]:
            yield DECK_EMPTY
        return
    yield SAY_THE_RANK if len(_numbers_in(words)) > 1 else NOT_IN_HAND


def _blocked(path: int) -> Reason:
    return msg("Tokens lie on path {n}: no card can be placed there before they are removed.", n=path), "path_blocked", "R3"


def _empty(path: int) -> Reason:
    return msg("Path {n} is empty: there is nothing to attack.", n=path), "path_empty", "R1"


def barred_for_fate(plan: Plan) -> list[Barred]:
    """Blocked paths, and the deck when it is empty."""
    found = [Barred((path_id(path),), *_blocked(path + 1)[::2]) for path in range(PATHS) if plan.tokens[path]]
    if not plan.deck:
        found.append(Barred(("zener-deck",), *DECK_EMPTY[::2]))
    return found


def barred_for_querent(lengths: Sequence[int], deck: int) -> list[Barred]:
    """Empty paths, and the deck when it is empty."""
    found = [Barred((path_id(path),), *_empty(path + 1)[::2]) for path in range(PATHS) if not lengths[path]]
    if not deck:
        found.append(Barred(("tarot-deck",), *DECK_EMPTY[::2]))
    return found
