"""The adviser: plays for the number of tricks that costs least Glory, and gives tricks away where they cost most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from games.rules.contract import Decision, View
from games.rules.destined_to_fail.cards import ORB, RANK, SUIT, TRICKS, strength
from games.rules.destined_to_fail.odds import DIE_MEAN, ONE, Outlook, expected
from games.rules.destined_to_fail.words import KEEP_TOKENS, seat_named
from games.rules.messages import Message, msg


def advise(view: View, decision: Decision) -> str:
    """A legal answer that a thinking beginner could give."""
    return _ADVISERS[decision.kind](Outlook(view), decision)


def best_first(view: View, faces: Sequence[str]) -> list[str]:
    """Cards in the order in which `advise` would lead them or follow with them: each is its answer when those before it are missing."""
    return sorted(faces, key=partial(_preference, Outlook(view)))


def reason(view: View, decision: Decision) -> Message | None:
    """Whether tricks are wanted, for a card that is played; nothing for the other questions."""
    o = Outlook(view)
    token = view.table["tokens"][decision.seat]
    if decision.kind not in ("lead", "follow", "follow_hidden") or token is None:
        return None
    if o.wants_tricks:
        return msg("You have {won} tricks and are foretold {token}: a trick more brings less Glory.", won=o.won[o.me], token=token)
    return msg("You have {won} tricks and are foretold {token}: you want no trick more.", won=o.won[o.me], token=token)


def _play(o: Outlook, decision: Decision) -> str:
    """The card with the least Glory to be expected; of equals the one that is worst to be left with."""
    return min(decision.tokens, key=partial(_preference, o))


def _preference(o: Outlook, token: str) -> tuple[int, tuple[int, int]]:
    return _cost(o, token), _burden(o, token.split(":")[-1])


def _cost(o: Outlook, token: str) -> int:
    """Glory expected (× 1000) after playing a card (with a prophecy in front of it under Echoes)."""
    said, _, face = token.rpartition(":")
    takes, left, won = o.taking(face), o.tricks_left - 1, o.won[o.me]
    gives = SUIT[face] == "eyes" and o.trump.eyes_give
    if_taken = o.worth(won if gives else won + 1, left) + _taking_costs(o, face)
    if_not = o.worth(won, left)
    cost = (takes * if_taken + (ONE - takes) * if_not) // ONE - o.tuned.leftover * RANK[face]
    if said:
        wins = 0 if gives else takes
        right = wins if said == "win" else ONE - wins
        cost += right + (ONE - right) * DIE_MEAN // ONE
    return cost


def _taking_costs(o: Outlook, face: str) -> int:
    """What taking a trick with this card costs at once (× 1000)."""
    if SUIT[face] == "hands":
        return o.trump.hands_glory * ONE
    if SUIT[face] == "star" and o.trump.key == "starlight_wonder":
        return DIE_MEAN
    return 0


def _burden(o: Outlook, face: str) -> tuple[int, int]:
    """Lower is better to get rid of: strong cards when tricks are unwelcome, weak ones when they are wanted."""
    if o.wants_tricks:
        return (1 if face == ORB else 0, RANK[face])
    return (0 if face == ORB else 1, -RANK[face])


def _part_with(o: Outlook, decision: Decision) -> str:
    """Discard or pass: what will not be needed; after the last trick simply the highest number."""
    if o.tricks_left == 0:
        return max(decision.tokens, key=lambda face: RANK[face])
    return min(decision.tokens, key=lambda face: _burden(o, face))


def _take(o: Outlook, decision: Decision) -> str:
    """From the Row: the strongest card for tricks, the weakest against them; an Orb counts nothing as a leftover."""
    if o.tricks_left == 0:
        return min(decision.tokens, key=lambda face: RANK[face])
    return _by_use(o, decision)[0]


def _rank(o: Outlook, decision: Decision) -> str:
    return " ".join(_by_use(o, decision))


def _by_use(o: Outlook, decision: Decision) -> list[str]:
    return sorted(decision.tokens, key=lambda token: (strength(token.rstrip("+")), token), reverse=o.wants_tricks)


def _keep(o: Outlook, decision: Decision) -> str:
    return min(decision.tokens, key=lambda token: o.worth(0, TRICKS, KEEP_TOKENS.index(token)))


def _give(o: Outlook, decision: Decision) -> str:
    """To whom one more trick costs most, as far as the own view tells; among equals to whoever stands highest."""

    def harm(token: str) -> tuple[int, int]:
        seat = seat_named(token)
        known = o.table["tokens"][seat]
        left, won = o.tricks_left - 1, o.won[seat]
        cost = 0
        for value in (0, 1, 2) if known is None else (known,):
            after = expected(o.trump.miss_glory, value, won + 1, left, o.odds)
            cost += (after - expected(o.trump.miss_glory, value, won, left, o.odds)) * (1 if known is None else 3)
        return cost, o.table["glory"][seat]

    return max(decision.tokens, key=harm)


_ADVISERS: dict[str, Callable[[Outlook, Decision], str]] = {
    "lead": _play,
    "follow": _play,
    "follow_hidden": _play,
    "give_trick": _give,
    "choose_token": _keep,
    "discard": _part_with,
    "pass_card": _part_with,
    "exchange_give": _part_with,
    "exchange_take": _take,
    "rank_row": _rank,
}
