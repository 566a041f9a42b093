"""Standing orders: what a player says in advance about questions that have not been asked yet.

A game that takes them gives an `OrderBook` from `Game.orders`; everything else (keeping them, showing them to their owner alone,
carrying them out in the moment that asks the seat) is the same for every game. An order book is made from the owner's own view,
so an order never knows more than its owner does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.rules.contract import Decision
from games.rules.messages import Message

NONE = "none"
"""A field that says so is left open on purpose: `buy_at none`."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that an order may say: a number from `least` to `most`, or where there are `choices` one (or `several`) of them.

    `key` is its word in the text of an order.
    """

    key: str
    title: Message
    least: int = 0
    most: int = 0
    choices: tuple[tuple[str, Message], ...] = ()
    several: bool = False
    optional: bool = False
    """A choice that a form begins without."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A whole order under a short title."""

    title: Message
    text: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of order that may be left now.

    `slot` names what it is for; a new order for a slot replaces the one that is there. `opening` are the words its text begins
    with; the first of `fields` is always said, the others only where they are filled in. `example` is a text that would be read.
    """

    slot: str
    title: Message
    fields: tuple[Field, ...]
    example: str
    opening: str = ""
    presets: tuple[Preset, ...] = ()
    """The commonest orders of this kind, each left by one press."""

    @property
    def choices(self) -> int:
        """How many choices its fields have, all together."""
        return sum(len(field.choices) for field in self.fields)


@dataclass(frozen=True, slots=True)
class Order:
    """An order as it is kept: `text` in the game's own words, and what it means in sentences."""

    slot: str
    text: str
    says: tuple[Message, ...]


class OrderBook(Protocol):
    """The orders of one seat of one game at one moment."""

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What may be ordered now, the most urgent first."""

    def read(self, text: str) -> Order:
        """The order that a text means. Raises `Unreadable` or `Illegal`; the texts name only what the owner sees."""

    def kept(self, text: str) -> Order:
        """An order that was read before and still holds, as it is shown: never refused, whatever has become of what it names."""

    def holds(self, slot: str) -> bool:
        """Whether what an order of this slot spoke of still lasts; one that does not is as good as withdrawn."""

    def answer(self, decision: Decision, orders: Mapping[str, str]) -> str | None:
        """What the kept orders (text by slot) answer to a question, or None where the owner is to be asked."""

    def asks(self, decision: Decision, orders: Mapping[str, str]) -> Message | None:
        """Why the kept orders leave a question to the owner, or None where they do not speak of it."""


def written(offer: Offer, given: Mapping[str, Sequence[str]]) -> str:
    """The text of an order filled in field by field: `{"buy_at": ["4"], "favors": ["haggle"]}` → `buy_at 4 favors haggle`."""
    words = [offer.opening] if offer.opening else []
    for place, field in enumerate(offer.fields):
        values = [value.strip() for value in given.get(field.key, ()) if value.strip()]
        if values or place == 0:
            words += [field.key, *(values or [NONE])]
    return " ".join(words)
