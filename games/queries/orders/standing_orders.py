"""The standing orders of whoever looks at a table: those that stand, and what may be ordered now."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game, Seat
from games.queries.tables.table import Look
from games.rules.orders import Offer, Order, OrderBook


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one person has ordered at a table, by slot, and the kinds of orders that can be left."""

    standing: tuple[Order, ...]
    offers: tuple[Offer, ...]


def sheet(look: Look) -> Sheet | None:
    """The orders of who looks. None for everybody without a seat of their own in a running game that takes orders. No query."""
    book = _book(look)
    if book is None or look.mine is None:
        return None
    kept = [text for slot, text in sorted(look.mine.orders.items()) if book.holds(slot)]
    return Sheet(tuple(book.kept(text) for text in kept), book.offers)


def _book(look: Look) -> OrderBook | None:
    """The book of this seat. A deputy plays what is asked; what the holder has said in advance is not theirs to read."""
    running = look.game.status == Game.Status.ACTIVE and not look.game.trouble
    if look.view is None or look.mine is None or look.deputy or not running:
        return None
    if look.mine.state not in (Seat.State.PLAYING, Seat.State.AWAY):
        return None
    return look.game.book.orders(look.view)
