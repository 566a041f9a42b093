"""Standing orders: answers that a player gives in advance to decisions that have not been asked yet (`OrderBook`).

A game with standing orders returns an `OrderBook` from `Game.orders`. Storing the orders, showing them to their owner alone and
answering with them when the seat is asked is the same for every game. An order book is made from the owner's own view,
so an order never uses information that its owner does not have.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.rules.contract import Decision
from games.rules.messages import Message

NONE = "none"
"""The value of a field that is left open explicitly: `buy_at none`."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an order: a number from `least` to `most`, or one (with `several`: some) of the `choices` where there are any.

    `key` is the field's word in the text of an order; `choices` are pairs of token and label.
    """

    key: str
    title: Message
    least: int = 0
    most: int = 0
    choices: tuple[tuple[str, Message], ...] = ()
    several: bool = False
    optional: bool = False
    """Whether a form starts with no choice selected."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A complete order under a short title, left with one click."""

    title: Message
    text: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of order that may be left now.

    `slot` names what the order is for; a new order replaces the one of the same slot. The text begins with `opening`; the first
    of `fields` is always written, the others only where they are filled in. `example` is a valid text.
    """

    slot: str
    title: Message
    fields: tuple[Field, ...]
    example: str
    opening: str = ""
    presets: tuple[Preset, ...] = ()
    """The most common orders of this kind."""

    @property
    def choices(self) -> int:
        return sum(len(field.choices) for field in self.fields)


@dataclass(frozen=True, slots=True)
class Order:
    """A parsed order: its slot, its canonical `text`, which is stored, and what it means in sentences."""

    slot: str
    text: str
    says: tuple[Message, ...]


class OrderBook(Protocol):
    """The standing orders of one seat in one position of a game."""

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The kinds of order that may be left now, the most urgent first."""

    def read(self, text: str) -> Order:
        """The order that a typed text means. Raises `Unreadable` or `Illegal`; their texts name only what the owner sees."""

    def kept(self, text: str) -> Order:
        """The order of a stored text. Never refused, even when cards it names have left the owner's view."""

    def holds(self, slot: str) -> bool:
        """Whether orders of this slot are still in force; an order that is not counts as withdrawn."""

    def answer(self, decision: Decision, orders: Mapping[str, str]) -> str | None:
        """The answer of the stored orders (text by slot) to a decision, or None where the owner is to be asked."""

    def asks(self, decision: Decision, orders: Mapping[str, str]) -> Message | None:
        """Why the stored orders leave a decision to the owner, or None where they answer it or do not apply to it."""


def written(offer: Offer, given: Mapping[str, Sequence[str]]) -> str:
    """The text of an order from form fields: `{"buy_at": ["4"], "favors": ["haggle"]}` → `buy_at 4 favors haggle`."""
    words = [offer.opening] if offer.opening else []
    for place, field in enumerate(offer.fields):
        values = [value.strip() for value in given.get(field.key, ()) if value.strip()]
        if values or place == 0:
            words += [field.key, *(values or [NONE])]
    return " ".join(words)
