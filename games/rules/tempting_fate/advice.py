"""The adviser for both roles, from the seat's own view: Fate searches her whole turn, the querent rates each attack.

Probabilities are integers, in thousandths of the cards that the player has not seen.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from games.rules.contract import Decision, Seat, View
from games.rules.search import plan as lookahead
from games.rules.tempting_fate.board import PATHS, Duel
from games.rules.tempting_fate.plan import ACTIONS, DECK, REMOVE, TOKENS, Plan, plan_seen
from games.rules.tempting_fate.tarot import FOOL, POINTS, TAROT
from games.rules.tempting_fate.zener import COPIES, FACES, IMMUNE, VALUE, in_order

Score = tuple[int, ...]
SURE = 1000
"""Certainty, in thousandths."""


def advise(view: View, decision: Decision) -> str:
    if decision.kind == "action":
        token = advise_fate(plan_seen(view.table))
        return token if token in decision.tokens else decision.tokens[0]
    odds = Odds(view.table)
    return max(decision.tokens, key=lambda token: _worth(view.table, odds, token))


def advise_fate(plan: Plan) -> str:
    """The first action of the best turn: a win; else no path with a single card, and two paths that can be completed next turn."""
    cards, deck = min(len(plan.hand), ACTIONS), min(plan.deck, ACTIONS)
    best = _best_turn(tuple(plan.lengths), tuple(plan.tokens), cards, deck, plan.left, plan.limit)
    verb, path = best[0]
    if verb == REMOVE:
        return TOKENS[REMOVE][path]
    if not plan.hand:
        return TOKENS[DECK][path]
    outermost = (verb, path) not in best[1:]
    return TOKENS[in_order(plan.hand)[-1 if outermost else 0]][path]


Step = tuple[str, int]


@lru_cache(maxsize=4096)
def _best_turn(lengths: tuple[int, ...], tokens: tuple[int, ...], cards: int, deck: int, left: int, limit: int) -> list[Step]:
    """The actions of the best turn. `cards` and `deck` are capped at the actions of a turn, so that the cache is hit more often."""
    plan = Plan(list(lengths), list(tokens), [FACES[0]] * cards, deck, left, limit)
    return min(_turns(plan), key=lambda turn: _danger(turn[1]))[0]


def _turns(plan: Plan) -> Iterator[tuple[list[Step], Plan]]:
    """Every continuation of a turn, as (actions, final plan); hand cards are not distinguished."""
    steps = [("place", path) for path in range(PATHS) if not plan.tokens[path]] if plan.hand or plan.deck else []
    steps += [(REMOVE, path) for path in range(PATHS) if plan.tokens[path]]
    for verb, path in steps:
        card = verb if verb == REMOVE else plan.hand[0] if plan.hand else DECK
        following = plan.after(TOKENS[card][path])
        if following.won or not following.left:
            yield [(verb, path)], following
            continue
        for rest, end in _turns(following):
            yield [(verb, path), *rest], end


def _danger(end: Plan) -> Score:
    """A sort key, smaller is better for Fate. The querent attacks the path nearest to a win, so the second nearest counts most."""
    lone = sum(length == 1 for length in end.lengths)
    needs = sorted(end.need(path) for path in range(PATHS))
    threats = sum(more <= ACTIONS for more in needs)
    return not end.won, lone, -min(threats, 2), needs[1], needs[0]


class Odds:
    """Probabilities of attacks, from the Zener and tarot cards that the querent has not seen."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        known = [*table["zener_discard"], *(card["face"] for path in table["paths"] for card in path)]
        self.zener = {face: COPIES - known.count(face) for face in FACES}
        self.tarot = [code for code in TAROT if code not in table["hand"] and code not in table["tarot_discard"]]
        self._removes: dict[tuple[Any, ...], int] = {}

    def removes(self, target: Mapping[str, Any], source: str) -> int:
        """The probability (thousandths) that the attack removes the target from its path."""
        key = (target["up"], target["face"], target["tokens"], source)
        if key not in self._removes:
            self._removes[key] = self._odds(target, source)
        return self._removes[key]

    def _odds(self, target: Mapping[str, Any], source: str) -> int:
        if source == DECK:
            return sum(self.removes(target, code) for code in self.tarot) // max(1, len(self.tarot))
        if target["up"]:
            return SURE * _extinguishes(source, target["face"], target["tokens"])
        if source == FOOL:
            return SURE
        hits = sum(count for face, count in self.zener.items() if _extinguishes(source, face, 0))
        return SURE * hits // max(1, sum(self.zener.values()))

    def delays(self, target: Mapping[str, Any], source: str) -> int:
        """The expected number (thousandths) of actions that the attack costs Fate: one for a removed card, else one for each token."""
        if source == DECK:
            return sum(self.delays(target, code) for code in self.tarot) // max(1, len(self.tarot))
        removes = self.removes(target, source)
        return removes + (SURE - removes) * POINTS[source]


def _worth(table: Mapping[str, Any], odds: Odds, token: str) -> Score:
    """A sort key, larger is better for the querent: a win, delay where Fate is near a win, shorter paths, cheap cards."""
    source, _, number = token.partition(">")
    path = table["paths"][int(number) - 1]
    cost = -POINTS.get(source, -1)
    near = max(0, ACTIONS + 1 - table["need"][int(number) - 1])
    removes = odds.removes(path[-1], source)
    if near and len(path) > 1:
        return 0, near, odds.delays(path[-1], source), cost
    return (removes if len(path) == 1 else 0), near, removes - SURE * len(path), cost


def _extinguishes(code: str, face: str, tokens: int) -> bool:
    return code not in IMMUNE[face] and tokens + POINTS[code] >= VALUE[face]


QUICK = 12
"""The number of rounds from which on further rounds change nothing."""


def _value(t: Duel, seat: Seat) -> float:
    """A quick win and a slow defeat are worth a little more, since the rounds decide a match at 1-1 (R25)."""
    if t.result is not None:
        return 0.1 + 0.8 * t.result.gain(seat)
    last = t.finished[-1]  # games side by side are played to the end of both
    early = 0.2 * max(0, QUICK - last["rounds"]) / QUICK
    return 0.7 + early if last["winner"] == seat else 0.3 - early


PLAN = lookahead.Plan(value=_value, mark=lambda t: t.game, reached=lambda mark, t: not t.together and t.game != mark)
"""The search: random play to the end of a game, valued by the result and the number of rounds."""
