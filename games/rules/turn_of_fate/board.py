"""The table of Turn of Fate: its state, and the zones whose Citizens may be played on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from games.rules.contract import Seat
from games.rules.table import Table

Stack = list[str]
"""A Citizen and the Fates on them, bottom to top."""


@dataclass(slots=True)
class TurnOfFateTable(Table):
    """The whole state. Decks have the top card first; lists of stacks have the newest arrival last."""

    MEMORY: ClassVar = frozenset({"seen"})

    temples: list[str] = field(default_factory=list)
    """The temple suit of each seat; empty before the first Citizen is revealed."""
    active: Seat = 0
    turn: int = 0
    null_passes: int = 0
    """Passes in a row that drew no card and introduced no Citizen (R28)."""
    congregations: list[list[Stack]] = field(default_factory=lambda: [[], []])
    agora: list[Stack] = field(default_factory=list)
    temple_piles: list[list[Stack]] = field(default_factory=lambda: [[], []])
    hands: list[list[str]] = field(default_factory=lambda: [[], []])
    seen: list[list[str]] = field(default_factory=lambda: [[], []])
    """The Fates that each seat has set aside when drawing; only that seat knows them (R7)."""
    fate_deck: list[str] = field(default_factory=list)
    citizen_deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    """Aces that paid for a wild Crown (R16)."""
    removed: list[str] = field(default_factory=list)
    """The Bard or the Huntress, when they left (R25)."""
    played: dict[str, list[int]] = field(default_factory=dict)
    """The seat that played each Fate, and the turn: `{fate: [seat, turn]}`."""

    def in_play(self, seat: Seat) -> tuple[tuple[str, list[Stack]], ...]:
        """The zones on whose Citizens a seat may play (R24), each with its place relative to the seat."""
        return (OWN, self.congregations[seat]), (AGORA, self.agora), (RIVALS, self.congregations[1 - seat])


OWN, AGORA, RIVALS, TEMPLE = "own", "agora", "rival", "temple"
"""Places relative to the acting seat: its Congregation, the Agora, the rival's Congregation, its Temple."""


def rival(seat: Seat) -> Seat:
    return 1 - seat


def zones_seen(seen: Mapping[str, Any], seat: Seat) -> tuple[tuple[str, list[Stack]], ...]:
    """The same zones as `in_play`, from what a viewer sees (`look`)."""
    own, other = seen["congregations"][seat], seen["congregations"][1 - seat]
    return (OWN, own), (AGORA, seen["agora"]), (RIVALS, other)


def stack_seen(seen: Mapping[str, Any], seat: Seat, citizen: str) -> tuple[str, Stack]:
    """The place and the stack of a Citizen in play, from what a viewer sees. Raises ValueError for a Citizen who is not in play."""
    for place, stacks in zones_seen(seen, seat):
        for stack in stacks:
            if stack[0] == citizen:
                return place, stack
    raise ValueError(f"{citizen} is neither in a Congregation nor in the Agora.")
