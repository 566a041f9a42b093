"""A `Deed` is one card text being carried out for one player. The verbs take it as their first argument."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.contract import Seat
from games.rules.fate_foretold.board import Fates


@dataclass(frozen=True, slots=True)
class Deed:
    """Whose text from which card, and what set it off (R24: "you" is who played it, or who controls it now)."""

    t: Fates
    you: Seat
    card: str
    event: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reprinted(self) -> bool:
        """The card's text is that of the second printing."""
        return self.t.printing > 1

    @property
    def everybody(self) -> Sequence[Seat]:
        """All living players, clockwise from you."""
        return self.t.living(self.you)

    @property
    def opponents(self) -> Sequence[Seat]:
        """All living other players, clockwise from you (R23)."""
        return self.t.opponents(self.you)
