"""The adviser: plays for the number of tricks that costs least Glory, and gives tricks away where they cost most."""

from collections.abc import Callable, Sequence
from functools import partial
from math import exp

from games.rules.contract import Decision, Seat, View
from games.rules.destined_to_fail.cards import ORB, RANK, SUIT, TRICKS, strength
from games.rules.destined_to_fail.odds import DIE_MEAN, ONE, Outlook, expected
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.words import KEEP_TOKENS, SEAT_TOKENS
from games.rules.messages import Message, msg
from games.rules.search.plan import Plan


def advise(view: View, decision: Decision) -> str:
    return _ADVISERS[decision.kind](Outlook(view), decision)


def best_first(view: View, faces: Sequence[str]) -> list[str]:
    """Cards in the order in which `advise` would lead them or follow with them: each is its answer when those before it are missing."""
    return sorted(faces, key=partial(_preference, Outlook(view)))


def reason(view: View, decision: Decision) -> Message | None:
    """For a card that is played, whether another trick is wanted; None for other decisions."""
    outlook = Outlook(view)
    token = view.table["tokens"][decision.seat]
    if decision.kind not in ("lead", "follow", "follow_hidden") or token is None:
        return None
    if outlook.wants_tricks:
        return msg(
            "You have {won} tricks and are foretold {token}: a trick more brings less Glory.", won=outlook.won[outlook.me], token=token
        )
    return msg("You have {won} tricks and are foretold {token}: you want no trick more.", won=outlook.won[outlook.me], token=token)


def _play(outlook: Outlook, decision: Decision) -> str:
    """The card with the least expected Glory; among equals the one that is most useful to be rid of."""
    return min(decision.tokens, key=partial(_preference, outlook))


def _preference(outlook: Outlook, token: str) -> tuple[int, tuple[int, int]]:
    return _cost(outlook, token), _disposal_key(outlook, token.split(":")[-1])


def _cost(outlook: Outlook, token: str) -> int:
    """Glory expected (× 1000) after playing a card (with a declaration in front of it under Echoes of the Future)."""
    declared, _, face = token.rpartition(":")
    takes, left, won = outlook.taking(face), outlook.tricks_left - 1, outlook.won[outlook.me]
    gives_away = SUIT[face] == "eyes" and outlook.trump.eyes_give
    if_taken = outlook.worth(won if gives_away else won + 1, left) + _cost_of_taking(outlook, face)
    if_not = outlook.worth(won, left)
    cost = (takes * if_taken + (ONE - takes) * if_not) // ONE - outlook.tuned.leftover * RANK[face]
    if declared:
        wins = 0 if gives_away else takes
        right = wins if declared == "win" else ONE - wins
        cost += right + (ONE - right) * DIE_MEAN // ONE
    return cost


def _cost_of_taking(outlook: Outlook, face: str) -> int:
    """Glory (× 1000) for taking a trick with this card."""
    if SUIT[face] == "hands":
        return outlook.trump.hands_glory * ONE
    if SUIT[face] == "star" and outlook.trump.key == "starlight_wonder":
        return DIE_MEAN
    return 0


def _disposal_key(outlook: Outlook, face: str) -> tuple[int, int]:
    """A sort key, the best card to be rid of first: strong cards when tricks are unwanted, weak ones when they are wanted."""
    if outlook.wants_tricks:
        return (1 if face == ORB else 0, RANK[face])
    return (0 if face == ORB else 1, -RANK[face])


def _give_card(outlook: Outlook, decision: Decision) -> str:
    """Discard, pass or swap away: the least useful card; after the last trick the highest number."""
    if outlook.tricks_left == 0:
        return max(decision.tokens, key=lambda face: RANK[face])
    return min(decision.tokens, key=lambda face: _disposal_key(outlook, face))


def _take_from_row(outlook: Outlook, decision: Decision) -> str:
    """From the Row: the strongest card if tricks are wanted, else the weakest; after the last trick the lowest (an Orb counts 0)."""
    if outlook.tricks_left == 0:
        return min(decision.tokens, key=lambda face: RANK[face])
    return _by_usefulness(outlook, decision)[0]


def _by_usefulness(outlook: Outlook, decision: Decision) -> list[str]:
    return sorted(decision.tokens, key=lambda token: (strength(token.rstrip("+")), token), reverse=outlook.wants_tricks)


def _give_trick(outlook: Outlook, decision: Decision) -> str:
    """Give to the seat that one more trick costs most, as far as the own view tells; among equals to the one with most Glory."""

    def harm(token: str) -> tuple[int, int]:
        seat = SEAT_TOKENS.index(token)
        known = outlook.table["tokens"][seat]
        left, won = outlook.tricks_left - 1, outlook.won[seat]
        cost = 0
        for value in (0, 1, 2) if known is None else (known,):
            after = expected(outlook.trump.miss_glory, value, won + 1, left, outlook.odds)
            cost += (after - expected(outlook.trump.miss_glory, value, won, left, outlook.odds)) * (1 if known is None else 3)
        return cost, outlook.table["glory"][seat]

    return max(decision.tokens, key=harm)


_ADVISERS: dict[str, Callable[[Outlook, Decision], str]] = {
    "lead": _play,
    "follow": _play,
    "follow_hidden": _play,
    "give_trick": _give_trick,
    "choose_token": lambda outlook, decision: min(decision.tokens, key=lambda token: outlook.worth(0, TRICKS, KEEP_TOKENS.index(token))),
    "discard": _give_card,
    "pass_card": _give_card,
    "exchange_give": _give_card,
    "exchange_take": _take_from_row,
    "rank_row": lambda outlook, decision: " ".join(_by_usefulness(outlook, decision)),
}


STEP = 0.25
"""Scale of the estimate: the share of the Glory still missing to the target by which a difference counts little."""


def _value(t: Destiny, seat: Seat) -> float:
    """The estimated probability not to lose the game."""
    if t.result is not None:
        return 1.0 if t.result.ranks[seat] == 1 else 0.0
    most = max(t.glory)
    scale = 1.0 + STEP * max(0, t.target - most)
    odds = [exp((glory - most) / scale) for glory in t.glory]
    return 1.0 - odds[seat] / sum(odds)


PLAN = Plan(advised=False, value=_value, mark=lambda t: t.round, reached=lambda mark, t: t.round != mark)
"""The search: random legal cards to the end of the round, then an estimate of who loses the game."""
