"""What each seat has handed on under Unstable Power, and where those cards must be by now, for redeals alone.

A fact of a viewer is a face and the hands of others one of which holds such a card. It depends on nothing that this viewer cannot see:
after each pass a card may be one hand further to the left, unless it would have come to the viewer, who has seen what came. Facts
of one face speak of different cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.contract import Seat

Fact = list[Any]
"""`[face, [seat, …]]`, as plain JSON."""


def handed_on(facts: Sequence[Fact], viewer: Seat, passed: Mapping[Seat, str]) -> list[Fact]:
    """The facts of a viewer after a pass, with that of the card just handed to the left."""
    seats = len(passed)
    right = (viewer - 1) % seats
    moved = []
    for face, hands in facts:
        if right in hands and passed[right] == face:
            continue  # this card or its like has come to the viewer
        further = {(seat + 1) % seats for seat in hands if seat != right}
        moved.append([face, sorted({*hands, *further})])
    return [*moved, [passed[viewer], [(viewer + 1) % seats]]]


def played(facts: Sequence[Fact], seat: Seat, face: str) -> list[Fact]:
    """The facts after a seat has shown a card: it may be any of those that it could have held, so one fact fewer speaks of them all."""
    meant = [fact for fact in facts if fact[0] == face and seat in fact[1]]
    if not meant:
        return list(facts)
    hands = sorted({hand for _face, hands in meant for hand in hands})
    return [*(fact for fact in facts if fact not in meant), *([face, hands] for _fact in meant[1:])]


def agree(facts: Sequence[Fact], hands: Sequence[Sequence[str]]) -> bool:
    """Whether hands hold a card of its own for each fact."""
    if not facts:
        return True
    (face, seats), *rest = sorted(facts, key=lambda fact: len(fact[1]))
    for seat in seats:
        if face in hands[seat]:
            left = [[*hand] for hand in hands]
            left[seat].remove(face)
            if agree(rest, left):
                return True
    return False
