"""R32: the time-out move, deterministic and computed from what the player may know."""

from games.rules.contract import Decision
from games.rules.tempting_fate.board import PATHS, Duel
from games.rules.tempting_fate.plan import DECK, REMOVE, Plan, plan_of
from games.rules.tempting_fate.tarot import FOOL, POINTS
from games.rules.tempting_fate.zener import in_order


def caretaker(t: Duel, decision: Decision) -> str:
    """The time-out move; where R16 leaves only actions that lead to a win, the first of them."""
    token = _attack(t) if decision.kind == "attack" else _action(plan_of(t))
    return token if token in decision.tokens else decision.tokens[0]


def _attack(t: Duel) -> str:
    """Attack the longest path with the hand card of fewest points, the Fool last."""
    path = max(range(PATHS), key=lambda path: (len(t.paths[path]), -path))
    hand = sorted(t.querent_hand, key=lambda code: (code == FOOL, POINTS[code], code))
    return f"{hand[0] if hand else DECK}>{path + 1}"


def _action(plan: Plan) -> str:
    """Add to a path of one card; else to the longest unblocked path; else remove a token from the first blocked one; else open path 1."""
    free = [path for path in range(PATHS) if plan.lengths[path] and not plan.tokens[path]]
    blocked = [path for path in range(PATHS) if plan.tokens[path]]
    lone = [path for path in free if plan.lengths[path] == 1]
    card = in_order(plan.hand)[0] if plan.hand else DECK if plan.deck else None
    if card is None or (not free and blocked):
        return f"{REMOVE}>{blocked[0] + 1}" if blocked else ""
    if lone:
        return f"{card}>{lone[0] + 1}"
    longest = max(free, key=lambda path: (plan.lengths[path], -path), default=0)
    return f"{card}>{longest + 1}"
