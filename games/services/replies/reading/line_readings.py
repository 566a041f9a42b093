"""Intermediate results of the parser: the lines of a text with their claims, before they are combined."""

from dataclasses import dataclass, field

from games.services.replies.reading.claims import Claim
from games.services.replies.reading.parts import Part


@dataclass(slots=True)
class FoundLine:
    """A line that may be an answer; `place` is its line number."""

    place: int
    line: str
    claim: Claim | None
    apart: bool
    """Whether a blank line or another line without content precedes it."""


@dataclass(slots=True)
class Said:
    """The results of the lines that are parsed so far.

    `found` are lines that may be answers, `left` lines without effect. `asks`: a line ends in a question mark. `signed`: there was a
    sign-off. `announced`: the line above ends in a colon.
    """

    parts: list[Part] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    """Line numbers by the text of the lines."""
    found: list[FoundLine] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    asks: bool = False
    signed: bool = False
    announced: bool = False
