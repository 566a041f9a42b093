"""Fate's unfinished turn: the lengths and tokens of the paths after its actions so far, and the legal actions.

Actions are tokens: `circle>2` places a hand card, `deck>2` the unseen top card of the deck, `remove>2` removes a token.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.tempting_fate.board import PATHS, Duel, need, tokens_on
from games.rules.tempting_fate.zener import FACES

ACTIONS = 3
"""Actions of a turn; all are compulsory (R16)."""
DECK, REMOVE = "deck", "remove"
TOKENS: Mapping[str, tuple[str, ...]] = {verb: tuple(f"{verb}>{path + 1}" for path in range(PATHS)) for verb in (*FACES, DECK, REMOVE)}
"""The tokens of all actions, by first word and by path from 0."""
READ: Mapping[str, tuple[str, int]] = {token: (verb, path) for verb, tokens in TOKENS.items() for path, token in enumerate(tokens)}
"""First word and path (counted from 0) of each token."""


@dataclass(slots=True)
class Plan:
    """Fate's turn so far. `deck` is a number of cards, `left` of actions; paths are counted from 0."""

    lengths: list[int]
    tokens: list[int]
    hand: list[str]
    deck: int
    left: int
    limit: int

    @property
    def won(self) -> bool:
        """Whether a path is longer than the limit (R17)."""
        return max(self.lengths) > self.limit

    @property
    def resources(self) -> int:
        """The number of possible actions: every token can be removed, every card can be placed (section 4.1)."""
        return sum(self.tokens) + len(self.hand) + self.deck

    def need(self, path: int) -> int:
        """The number of actions to a win on that path."""
        return need(self.lengths[path], self.tokens[path], self.limit)

    def act(self, token: str) -> None:
        """Carry out an action on this plan."""
        verb, path = READ[token]
        self.left -= 1
        if verb == REMOVE:
            self.tokens[path] -= 1
            return
        self.lengths[path] += 1
        if verb == DECK:
            self.deck -= 1
        else:
            self.hand.remove(verb)

    def after(self, token: str) -> Plan:
        following = Plan(self.lengths[:], self.tokens[:], self.hand[:], self.deck, self.left, self.limit)
        following.act(token)
        return following

    def win_in_reach(self) -> bool:
        """Whether some path can be completed with the actions and cards that are left."""
        cards = len(self.hand) + self.deck
        missing = [self.limit + 1 - length for length in self.lengths]
        return any(more <= cards and more + tokens <= self.left for more, tokens in zip(missing, self.tokens, strict=True))

    def exposed(self) -> list[int]:
        """The paths with a single card, if the actions left do not suffice to add a card to all of them (R24); else []."""
        bare = [path for path in range(PATHS) if self.lengths[path] == 1]
        cost = sum(self.tokens[path] + 1 for path in bare)
        return bare if cost > self.left else []


def plan_of(t: Duel) -> Plan:
    """The turn so far, from the table and its draft."""
    lengths, tokens = [len(path) for path in t.paths], [tokens_on(path) for path in t.paths]
    plan = Plan(lengths, tokens, t.fate_hand[:], len(t.zener_deck), ACTIONS, t.limit)
    for token in t.draft:
        plan.act(token)
    return plan


def plan_seen(table: Mapping[str, Any]) -> Plan:
    """The turn so far, from Fate's own view, which shows her draft as if it were done."""
    paths = table["paths"]
    lengths, tokens = [len(path) for path in paths], [tokens_on(path) for path in paths]
    return Plan(lengths, tokens, list(table["hand"]), table["zener_deck"], table["actions_left"], table["limit"])


def legal_actions(plan: Plan) -> list[str]:
    """The actions that may come next: hand cards by points, the deck, then tokens to remove; paths from 1 to 5.

    A turn has three actions or ends with a win (R16). With fewer than three possible, only actions that lead to a win are legal;
    without any, Fate loses.
    """
    tokens = _possible(plan.tokens, plan.hand, plan.deck)
    if plan.resources >= plan.left:
        return tokens
    return [token for token in tokens if plan.after(token).win_in_reach()]


def _possible(tokens: Sequence[int], hand: Sequence[str], deck: int) -> list[str]:
    free = [path for path in range(PATHS) if not tokens[path]]
    found = [TOKENS[face][path] for face in FACES if face in hand for path in free]
    if deck:
        found += [TOKENS[DECK][path] for path in free]
    found += [TOKENS[REMOVE][path] for path in range(PATHS) if tokens[path]]
    return found
