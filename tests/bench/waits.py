"""Games between advisers that also leave standing orders: number of waits, with and without the orders.

A wait is a hand-over: the table stands still until a player comes. That player answers on while the questions are for this seat. Seats
with a sealed question all answer in one wait, and only the last of them stays for the next question. A player who leaves, leaves
orders.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.rules import notation
from games.rules.contract import Result, Seat, Wait
from games.rules.game import Game
from games.rules.orders import OrderBook
from games.rules.playout import random_draw
from games.rules.session import Session

Orderer = Callable[[OrderBook, Session[Any], Seat], list[str]]
"""Returns the texts of the orders that a player leaves after answering."""


def proposed(book: OrderBook, session: Session[Any], seat: Seat) -> list[str]:
    """The orders that the site proposes: the first preset of the most urgent kind, and of each kind that lasts or is for another moment."""
    return _presets(book, spared="plan")


def planned(book: OrderBook, session: Session[Any], seat: Seat) -> list[str]:
    """The same, with a plan for as many decisions as possible."""
    return _presets(book)


def _presets(book: OrderBook, spared: str = "") -> list[str]:
    offers = [offer for offer in book.offers if not spared or offer.opening != spared]
    return [line for offer in offers for preset in offer.presets[:1] for line in preset.text.splitlines()]


@dataclass(slots=True)
class Played:
    """One game: its waits, number of answers given by players and by orders, and its result."""

    waits: int = 0
    asked: int = 0
    ordered: int = 0
    visits: tuple[int, ...] = ()
    result: Result | None = None


def play(
    game: Game[Any], seats: int, seed: int, options: Mapping[str, Any] | None = None, *, orderers: Mapping[Seat, Orderer] | None = None
) -> Played:
    """Play one game. `orderers` maps seats to functions that make their orders."""
    rng, played, orderers = random.Random(seed), Played(), orderers or {}
    session, kept = game.begin(seats, options, track=False), dict[Seat, dict[str, str]]()
    here: set[Seat] = set()
    visits = [0] * seats
    while session.result is None:
        if (draw := session.wants_chance) is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        if _by_order(session, kept, here, played):
            continue
        asked = session.unanswered
        if not set(asked) & here:
            played.waits += 1
            for gone in here:
                _leave(session, gone, orderers, kept)
            here = set(asked) if session.wait is Wait.SEALED else {asked[0]}
            for seat in here:
                visits[seat] += 1
        seat = next(seat for seat in asked if seat in here)
        decision = session.decision(seat)
        assert decision is not None
        sealed = session.wait is Wait.SEALED
        session.answer(seat, game.advise(session.view(seat), decision))
        played.asked += 1
        _leave(session, seat, orderers, kept)
        if sealed and len(here) > 1:
            here.discard(seat)  # a seat leaves after its sealed answer
    played.result, played.visits = session.result, tuple(visits)
    return played


def _leave(session: Session[Any], seat: Seat, orderers: Mapping[Seat, Orderer], kept: dict[Seat, dict[str, str]]) -> None:
    """Replace the seat's orders."""
    if seat not in orderers or session.result is not None or session.wants_chance is not None or seat in session.unanswered:
        return
    book = session.game.orders(session.view(seat))
    if book is not None:
        kept[seat] = {order.slot: order.text for order in map(book.read, orderers[seat](book, session, seat))}


def _by_order(session: Session[Any], kept: Mapping[Seat, Mapping[str, str]], here: set[Seat], played: Played) -> bool:
    """Answer for the first seat that has an order for its question."""
    for seat in session.unanswered:
        texts = kept.get(seat)
        book = session.game.orders(session.view(seat)) if texts and seat not in here else None
        decision, question = session.decision(seat), session.question(seat)
        if book is None or decision is None or question is None or not texts:
            continue
        text = book.answer(decision, {slot: said for slot, said in texts.items() if book.holds(slot)})
        if text is not None and notation.canonical(question, text) is not None:
            session.answer(seat, text)
            played.ordered += 1
            return True
    return False


def beaten(played: Played, seat: Seat) -> float:
    """The share of the other seats with a worse rank; an equal rank counts half."""
    assert played.result is not None
    ranks = played.result.ranks
    others = [rank for index, rank in enumerate(ranks) if index != seat]
    return sum((rank > ranks[seat]) + (rank == ranks[seat]) / 2 for rank in others) / len(others)
