"""The context of an effect (`Deed`): the table, the player who is "you" in the text, the card, and the event that triggered it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.contract import Seat
from games.rules.fate_foretold.board import FateForetoldTable


@dataclass(frozen=True, slots=True)
class Deed:
    """One card text being carried out for one player; the first argument of every effect and verb.

    `you` is the player who played the card, or for ongoing abilities its controller (R24); `card` is "" for the rules of the turn.
    """

    t: FateForetoldTable
    you: Seat
    card: str
    event: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reprinted(self) -> bool:
        """Whether the card has the text of the second printing."""
        return self.t.printing > 1

    @property
    def everybody(self) -> Sequence[Seat]:
        """All players who have not conceded, clockwise from you."""
        return self.t.living(self.you)

    @property
    def opponents(self) -> Sequence[Seat]:
        """All other players who have not conceded, clockwise from you (R23)."""
        return self.t.opponents(self.you)
