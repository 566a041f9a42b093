"""R46: the time-out move, deterministic and always legal."""

from collections.abc import Callable, Sequence

from games.rules.contract import Decision
from games.rules.destined_to_fail.cards import ORB, RANK, SUIT, strength

_DUCKING_ORDER = ("sun", "moon", "star", "eyes", "hands")


def caretaker(decision: Decision) -> str:
    """The time-out move for a decision."""
    return _ANSWERS[decision.kind](decision.tokens)


def _play(tokens: Sequence[str]) -> str:
    """The lowest number, Eyes and Hands last among equals, an Orb only if there is nothing else; declare "lose"."""
    return min(tokens, key=_ducking_key)


def _ducking_key(token: str) -> tuple[bool, bool, int, int]:
    declared, _, face = token.rpartition(":")
    return declared == "win", face == ORB, RANK[face], _DUCKING_ORDER.index(SUIT[face]) if face != ORB else 0


def _highest(tokens: Sequence[str]) -> str:
    """The highest number, an Orb last; ties in the canonical suit order."""
    return min(tokens, key=lambda face: (face == ORB, -RANK[face], strength(face)))


def _lowest_of_row(tokens: Sequence[str]) -> str:
    return min(tokens, key=strength)


def _next_clockwise(tokens: Sequence[str]) -> str:
    """The seats are offered clockwise from the taker's left."""
    return tokens[0]


def _higher_token(tokens: Sequence[str]) -> str:
    return max(tokens)


def _ascending(tokens: Sequence[str]) -> str:
    return " ".join(sorted(tokens, key=lambda token: (strength(token.rstrip("+")), token)))


_ANSWERS: dict[str, Callable[[Sequence[str]], str]] = {
    "lead": _play,
    "follow": _play,
    "follow_hidden": _play,
    "give_trick": _next_clockwise,
    "choose_token": _higher_token,
    "discard": _highest,
    "pass_card": _highest,
    "exchange_give": _highest,
    "exchange_take": _lowest_of_row,
    "rank_row": _ascending,
}
