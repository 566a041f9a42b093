"""The parts of the scores of a finished game (`Game.breakdown`)."""

from dataclasses import dataclass

from games.rules.contract import Seat
from games.rules.messages import Message
from games.rules.scene import Card


@dataclass(frozen=True, slots=True)
class Part:
    """Some cards of a seat and the points they score; `points` is None where they score nothing, `seat` is None for cards of no seat."""

    seat: Seat | None
    title: Message
    cards: tuple[Card, ...] = ()
    points: int | None = None
