"""The lines of a text and what each of them says, before they are read together."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.services.replies.reading.claims import Claim, names_person
from games.services.replies.reading.parts import Part
from games.services.replies.reading.question import Question


@dataclass(slots=True)
class FoundLine:
    """One line that may answer, where it stands."""

    place: int
    line: str
    claim: Claim | None
    apart: bool
    """A blank line, or another one that says nothing, stands before it."""


@dataclass(slots=True)
class Said:
    """What the lines so far have said."""

    parts: list[Part] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    """Where the lines of the parts stand."""
    found: list[FoundLine] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    asks: bool = False
    signed: bool = False


def is_person(claim: Claim, question: Question | None) -> bool:
    """The claim chooses somebody at the table."""
    return question is not None and names_person(claim, question)
