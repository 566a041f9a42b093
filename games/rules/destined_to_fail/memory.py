"""What a seat knows of the cards that it has passed under Unstable Power. Only redeals use it.

A fact is a face and the other seats one of which holds a card of this face. It depends only on what its viewer sees: with each pass
the card may move one seat to the left, unless that is the viewer, who sees the card received. Facts of the same face are about
different cards.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.contract import Seat

Fact = list[Any]
"""`[face, [seat, …]]`, as plain JSON."""


def after_pass(facts: Sequence[Fact], viewer: Seat, passed: Mapping[Seat, str]) -> list[Fact]:
    seats = len(passed)
    right = (viewer - 1) % seats
    later = []
    for face, hands in facts:
        if right in hands and passed[right] == face:
            continue  # the viewer received this card, or an equal one
        reached = {(seat + 1) % seats for seat in hands if seat != right}
        later.append([face, sorted({*hands, *reached})])
    return [*later, [passed[viewer], [(viewer + 1) % seats]]]


def after_play(facts: Sequence[Fact], seat: Seat, face: str) -> list[Fact]:
    """The facts after a seat has shown a card. Any matching fact may be about it, so they are merged, with one fact fewer."""
    matching = [fact for fact in facts if fact[0] == face and seat in fact[1]]
    if not matching:
        return list(facts)
    hands = sorted({hand for _face, hands in matching for hand in hands})
    return [*(fact for fact in facts if fact not in matching), *([face, hands] for _fact in matching[1:])]


def consistent(facts: Sequence[Fact], hands: Sequence[Sequence[str]]) -> bool:
    """Whether the hands hold a separate card for each fact."""
    if not facts:
        return True
    (face, seats), *rest = sorted(facts, key=lambda fact: len(fact[1]))
    for seat in seats:
        if face in hands[seat]:
            left = [[*hand] for hand in hands]
            left[seat].remove(face)
            if consistent(rest, left):
                return True
    return False
