"""The standing orders of whoever looks at a table: those that stand, and what may be ordered now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Seat
from games.queries.tables.table import Look
from games.rules.contract import Decision
from games.rules.messages import Message
from games.rules.orders import Offer, Order, OrderBook, Preset

SHORT_PRESETS = 150
"""Characters of all presets together, as they are typed."""
AHEAD = 2
"""Presets beside the table of somebody who is not asked."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one person has ordered at a table, by slot, and the kinds of orders that can be left."""

    standing: tuple[Order, ...]
    offers: tuple[Offer, ...]
    asks: Message | None = None
    """Why a question is open in spite of the orders."""
    answers_at: datetime | None = None
    """When an order answers the open question, at a table that delays them."""
    delayed: bool = False
    book: OrderBook | None = None
    """Reads orders; None where none can be left."""
    sealed: Decision | None = None
    """The open question, where it has been answered and others have not yet."""

    @property
    def presets(self) -> tuple[Preset, ...]:
        """What can be ordered by one press."""
        return tuple(preset for offer in self.offers for preset in offer.presets)

    @property
    def ahead(self) -> tuple[Preset, ...]:
        """What is offered for what comes next: the first presets, to whoever has ordered nothing yet; none for a question just answered."""
        if self.standing or self.sealed is None or self.book is None:
            return () if self.standing else self.presets[:AHEAD]
        return tuple(preset for preset in self.presets if not _answers(self.book, self.sealed, preset))[:AHEAD]

    @property
    def is_brief(self) -> bool:
        """Whether what the presets do is said shortly enough for the table; otherwise it stands on the page in text."""
        return sum(len(preset.text) for preset in self.presets) <= SHORT_PRESETS

    @property
    def explained(self) -> list[tuple[Preset, list[tuple[Message, ...]]]]:
        """The presets, and what each would do: a paragraph for each of its orders."""
        return [(preset, self.told(preset)) for preset in self.presets]

    def told(self, preset: Preset) -> list[tuple[Message, ...]]:
        """The sentences of a preset by its orders. What all of them end with is said once, in a paragraph of its own."""
        told = [self.book.kept(line).says for line in preset.text.splitlines()] if self.book is not None else []
        same = len(told) > 1 and all(says[-1] == told[0][-1] for says in told)
        return [*(says[:-1] for says in told), told[0][-1:]] if same else told


def _answers(book: OrderBook, decision: Decision, preset: Preset) -> bool:
    """Whether a preset speaks of the question that is open."""
    orders = map(book.read, preset.text.splitlines())
    return book.answer(decision, {order.slot: order.text for order in orders}) is not None


def sheet(look: Look) -> Sheet | None:
    """The orders of who looks. None for everybody without a seat of their own in a running game that takes orders. No query."""
    book = _book(look)
    if book is None or look.mine is None:
        return None
    kept = {slot: text for slot, text in sorted(look.mine.orders.items()) if book.holds(slot)}
    asks = book.asks(look.decision, kept) if kept and look.decision is not None else None
    standing = tuple(book.kept(text) for text in kept.values())
    return Sheet(standing, book.offers, asks, look.mine.order_at, look.game.orders_delayed, book, _sealed(look))


def _sealed(look: Look) -> Decision | None:
    return look.decision if look.decision is not None and look.decision.given is not None else None


def _book(look: Look) -> OrderBook | None:
    """The book of this seat. A deputy plays what is asked; what the holder has said in advance is not theirs to read."""
    running = look.game.status == Game.Status.ACTIVE and not look.game.trouble
    if look.view is None or look.mine is None or look.deputy or not running:
        return None
    if look.mine.state not in (Seat.State.PLAYING, Seat.State.AWAY):
        return None
    return look.game.book.orders(look.view)
