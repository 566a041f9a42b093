"""A guided first game as data: a prepared deal, what the others answer, and the steps at which the learner decides.

A lesson is played on the same engine as every game, so it can show nothing that the rules do not allow. The learner sits on seat 0. Whoever
else is asked answers what the lesson says, else what the adviser of the game says; chance answers what was dealt beforehand, else from a
fixed secret. Where a learner stands is told by the answers given so far and nothing else.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.chance import SECRET_BYTES, Chance
from games.rules.contract import Seat
from games.rules.messages import Message, msg

LEARNER: Seat = 0
OTHERS = ("Anna", "Ben", "Clara")
"""Who plays along, from seat 1. The texts of lessons call them by these names."""
ASK_AGAIN = msg(
    "You may do that by the rules, but this lesson wants to show you something else. Read the sentence once more and try again."
)


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the learner. Without `right`, every legal answer is; `look` are ids of what lies on the table and is lit.

    `wrong` says why another answer is asked for, `because` the same for single answers. `replies` are the answers given afterwards by seat,
    in order; those of seat 0 are given for the learner before the next step begins. `shows` names the paragraphs of the rulebook that the
    step shows.
    """

    say: Message
    right: tuple[str, ...] = ()
    look: tuple[str, ...] = ()
    wrong: Message = ASK_AGAIN
    because: Mapping[str, Message] = field(default_factory=dict)
    shows: tuple[str, ...] = ()
    replies: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lesson:
    """`deals` are answers of chance by the label of the draw, in order; `opening` are replies before the first step.

    `play_on`: after the last step the advisers of all seats finish the game. `later` are the paragraphs of the rulebook that do not come up
    in a first game.
    """

    seats: int
    intro: Message
    steps: tuple[Step, ...]
    outro: Message
    options: Mapping[str, Any] = field(default_factory=dict)
    deals: Mapping[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    opening: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    play_on: bool = False
    later: tuple[str, ...] = ()


def stacked(source: Sequence[Hashable], *first: Hashable, top_last: bool = False) -> tuple[int, ...]:
    """The answer of chance that puts these cards first when `source` is shuffled; the others follow in an order that is always the same.

    `top_last` for decks whose last card is on top. Raises ValueError for a card that is not there, or not so often.
    """
    left = list(range(len(source)))
    places = []
    for card in first:
        place = next((number for number in left if source[number] == card), None)
        if place is None:
            raise ValueError(f"{card!r} is not in the deck, or not so often.")
        left.remove(place)
        places.append(place)
    mixed = [left[place] for place in fixed_chance("stacked", 2).draw(0, "rest", len(left), len(left))] if len(left) > 1 else left
    return tuple(reversed([*places, *mixed])) if top_last else (*places, *mixed)


def fixed_chance(key: str, seats: int) -> Chance:
    """Chance with a secret that everybody knows: what a lesson has not dealt beforehand is the same each time as well."""
    return Chance(f"lesson {key}".encode().ljust(SECRET_BYTES, b"."), game="lesson", rules=key, seats=seats)
