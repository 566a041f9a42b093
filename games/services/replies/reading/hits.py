"""`Hit`: the choices that the words of a clause name."""

from dataclasses import dataclass

from games.services.replies.reading.parts import Doubt


@dataclass(frozen=True, slots=True)
class Hit:
    """The choices that a clause names; `places` are their indexes in the question.

    `complete`: it is exactly one, and no other word of the clause has a meaning. `verb`: the clause says that it is chosen. `start` and
    `end` delimit the words that were matched. `number`: a number was matched. `whole`: a whole name was matched.
    """

    places: tuple[int, ...]
    complete: bool
    doubt: Doubt = Doubt.NOTHING
    verb: bool = False
    start: int = 0
    end: int = 0
    number: bool = False
    whole: bool = False
