"""A guided first game as data: a prepared deal, the answers of the other seats, and the steps at which the learner decides.

A lesson runs on the same engine as every game, so it shows only what the rules allow. The learner has seat 0. The other seats
answer as the lesson says, otherwise as `Game.advise` says; draws are answered by the lesson's deals, otherwise from a
fixed secret. The learner's answers so far determine the state of a lesson completely.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.chance import SECRET_BYTES, Chance
from games.rules.contract import Seat
from games.rules.messages import Message, msg

LEARNER: Seat = 0
OTHERS = ("Anna", "Ben", "Clara")
"""The names of the other seats, from seat 1. The texts of lessons use them."""
ASK_AGAIN = msg(
    "You may do that by the rules, but this lesson wants to show you something else. Read the sentence once more and try again."
)


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the learner.

    `right` are the accepted answers; empty means every legal answer. `look` are the ids of scene objects that are highlighted. `wrong` is
    the text for other answers, `because` that for single other answers. `replies` are the answers that follow, by seat and in order; those
    of seat 0 are given for the learner before the next step begins. `shows` names the paragraphs of the rulebook that the step shows.
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
    """A whole lesson.

    `deals` are the answers of chance by the label of the draw, in order; `opening` are the replies before the first step. With `play_on`,
    `Game.advise` finishes the game for all seats after the last step. `later` are the paragraphs of the rulebook that no step shows.
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
    """The answer to a shuffle of `source` that puts these cards first; the others follow in an order that is always the same.

    `top_last` is for decks whose last card is on top. Raises ValueError for a card that `source` does not hold, or not often enough.
    """
    left = list(range(len(source)))
    places = []
    for card in first:
        place = next((number for number in left if source[number] == card), None)
        if place is None:
            raise ValueError(f"{card!r} is not in the deck, or not so often.")
        left.remove(place)
        places.append(place)
    rest = [left[place] for place in fixed_chance("stacked", 2).draw(0, "rest", len(left), len(left))] if len(left) > 1 else left
    return tuple(reversed([*places, *rest])) if top_last else (*places, *rest)


def fixed_chance(key: str, seats: int) -> Chance:
    """Chance with a fixed, public secret: draws that a lesson does not prepare are the same every time, too."""
    return Chance(f"lesson {key}".encode().ljust(SECRET_BYTES, b"."), game="lesson", rules=key, seats=seats)
