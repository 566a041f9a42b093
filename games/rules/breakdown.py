"""What a score is made of, card by card, when a game is over."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.contract import Seat
from games.rules.messages import Message
from games.rules.scene import Card


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a seat's score. Parts without points lie there at the end and count nothing; those without a seat are nobody's."""

    seat: Seat | None
    title: Message
    cards: tuple[Card, ...] = ()
    points: int | None = None
