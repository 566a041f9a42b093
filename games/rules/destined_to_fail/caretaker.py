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


_ANSWERS: dict[str, Callable[[Sequence[str]], str]] = {
    "lead": _play,
    "follow": _play,
    "follow_hidden": _play,
    "give_trick": lambda tokens: tokens[0],  # the seats are offered clockwise from the taker's left
    "choose_token": max,
    "discard": _highest,
    "pass_card": _highest,
    "exchange_give": _highest,
    "exchange_take": lambda tokens: min(tokens, key=strength),
    "rank_row": lambda tokens: " ".join(sorted(tokens, key=lambda token: (strength(token.rstrip("+")), token))),
}
