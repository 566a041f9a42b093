"""The choices of a turn mail: the first ones as large buttons, the others in a list further down."""

from dataclasses import dataclass
from math import ceil

from games.render.words import said
from games.rules.contract import Decision, Shape
from games.rules.messages import Reader

ROOM = 520
"""Height in pixels for the first choices on a phone, so that they fit on the first screen together with the text above them."""
FEWEST = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice by its number. `link` opens the page that answers with it; "" if an answer needs several choices."""

    number: int
    label: str
    outcome: str
    link: str

    @property
    def height(self) -> int:
        """Its approximate height in pixels on a phone."""
        return 29 + 22 * ceil(len(self.label) / 36) + 19 * ceil(len(self.outcome) / 44)


def choices(decision: Decision, reader: Reader, link: str) -> tuple[list[Choice], list[Choice]]:
    """The first choices, and those that do not fit above the picture."""
    found = [
        Choice(
            number,
            said(option.label, reader),
            said(option.outcome, reader) if option.outcome is not None else "",
            f"{link}?choice={number}" if decision.shape is Shape.ONE else "",
        )
        for number, option in enumerate(decision.options, start=1)
    ]
    shown, used = 0, 0
    while shown < len(found) and (shown < FEWEST or used + found[shown].height <= ROOM):
        used += found[shown].height
        shown += 1
    return found[:shown], found[shown:]
