"""The table of Turn of Fate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from games.rules.contract import Seat
from games.rules.table import Table

Stack = list[str]
"""A Citizen and the Fates that befell them, bottom to top."""


@dataclass(slots=True)
class Jacynth(Table):
    """The whole state. Decks lie with the top card first; lists of stacks with the newest arrival last."""

    MEMORY: ClassVar = frozenset({"seen"})

    temples: list[str] = field(default_factory=list)
    """The temple suit of each seat; empty before the first Citizen is revealed."""
    active: Seat = 0
    turn: int = 0
    null_passes: int = 0
    """Passes in a row without a draw and without an introduction (R28)."""
    congregations: list[list[Stack]] = field(default_factory=lambda: [[], []])
    agora: list[Stack] = field(default_factory=list)
    temple_piles: list[list[Stack]] = field(default_factory=lambda: [[], []])
    hands: list[list[str]] = field(default_factory=lambda: [[], []])
    seen: list[list[str]] = field(default_factory=lambda: [[], []])
    """The Fates that each seat has set aside when drawing; known to that seat alone."""
    fate_deck: list[str] = field(default_factory=list)
    citizen_deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    """Aces that paid for a wild Crown (R16)."""
    removed: list[str] = field(default_factory=list)
    """The Bard or the Huntress, when they left."""
    played: dict[str, list[int]] = field(default_factory=dict)
    """Who played a Fate, and in which turn: `{fate: [seat, turn]}`."""

    def in_play(self, seat: Seat) -> tuple[tuple[str, list[Stack]], ...]:
        """The zones whose Citizens may meet a Fate (R24), named as the seat sees them."""
        return (OWN, self.congregations[seat]), (AGORA, self.agora), (RIVALS, self.congregations[1 - seat])


OWN, AGORA, RIVALS, TEMPLE = "own", "agora", "rival", "temple"
"""Places from the view of the seat that acts."""


def rival(seat: Seat) -> Seat:
    """The other of the two."""
    return 1 - seat
